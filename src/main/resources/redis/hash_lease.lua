-- Reads a cached hash; on a miss the caller gets the right to fill it.
-- KEYS[1] hash; ARGV[1] the caller's lease; ARGV[2] life of the lease (s)
-- Answers fields and values; the field 'lease' alone while it is being filled or changed.
local fields = redis.call('HGETALL', KEYS[1])
if #fields > 0 then return fields end
redis.call('HSET', KEYS[1], 'lease', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return {'lease', ARGV[1]}
