-- Fills a cached hash after a miss, unless the lease is gone: then it was changed meanwhile.
-- KEYS[1] hash; ARGV: the caller's lease, life (s), then fields and values
if redis.call('HGET', KEYS[1], 'lease') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
