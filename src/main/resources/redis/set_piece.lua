-- Puts a piece of what the store holds into a set that is being loaded, unless it was dropped meanwhile: then it changed.
-- KEYS[1] set; ARGV: the caller's lease, life of the lease (s), then members
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 or redis.call('SISMEMBER', KEYS[1], 'loaded') == 1 then return 0 end
redis.call('SADD', KEYS[1], unpack(ARGV, 3))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
