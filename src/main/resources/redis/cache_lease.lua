-- Reads a cached value; on a miss the caller gets the right to fill it.
-- KEYS[1] cache key; ARGV[1] the caller's lease; ARGV[2] life of the lease, seconds
-- Returns the value there, which is the caller's own lease on a miss.
local value = redis.call('GET', KEYS[1])
if value then
  return value
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return ARGV[1]
