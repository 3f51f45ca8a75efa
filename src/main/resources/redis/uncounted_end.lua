-- Puts in what the store holds and marks the set as loaded, unless it vanished meanwhile. KEYS[1] the set; ARGV numbers
if not redis.call('ZSCORE', KEYS[1], 'loading') then return 0 end
for i = 1, #ARGV do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i]) end
redis.call('ZADD', KEYS[1], -1, 'loaded')
redis.call('ZREM', KEYS[1], 'loading')
return 1
