-- Puts in what the store holds and marks the set as loaded, unless it was dropped meanwhile: then it changed.
-- KEYS[1] sorted set; ARGV: the caller's lease, life (s), then scores and members
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[1], -1, 'loaded')
for i = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
