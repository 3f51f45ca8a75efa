-- Opens a sorted set for loading, unless it is loaded, being loaded or being changed.
-- KEYS[1] sorted set; ARGV: the caller's lease, life of the lease (s)
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('ZADD', KEYS[1], -1, ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
