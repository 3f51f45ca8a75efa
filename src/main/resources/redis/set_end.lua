-- Puts in what the store holds and marks the set as loaded, unless it was dropped meanwhile: then it changed.
-- The lease stays and tells this filling from the next. KEYS[1] set; ARGV: the caller's lease, life (s), then members
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('SADD', KEYS[1], 'loaded')
for i = 3, #ARGV do redis.call('SADD', KEYS[1], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
