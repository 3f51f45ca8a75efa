-- Fills a cache after a miss, unless the value was changed or dropped since: the lease is gone then.
-- KEYS[1] cache key; ARGV[1] the caller's lease; ARGV[2] value; ARGV[3] its life, seconds
-- Returns 1 when filled, else 0.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
  return 1
end
return 0
