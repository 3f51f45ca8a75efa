-- Opens the sets for additions before they are read from the store. A user's set cannot outlive the conversation's: it is read again.
-- KEYS: set for all, a user's set; ARGV[1] life (s)
if not redis.call('ZSCORE', KEYS[1], 'loaded') then redis.call('ZADD', KEYS[1], -1, 'loading') end
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('DEL', KEYS[2])
redis.call('ZADD', KEYS[2], -1, 'loading')
redis.call('EXPIRE', KEYS[2], ARGV[1])
return 1
