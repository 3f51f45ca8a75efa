-- Opens a set of members for loading, unless it is loaded. KEYS[1] set; ARGV: the caller's lease, life of the lease (s)
if redis.call('SISMEMBER', KEYS[1], 'loaded') == 1 then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
