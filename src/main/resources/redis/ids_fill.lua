-- Fills a user's list of conversation ids, unless the lease is gone: then a conversation was added meanwhile.
-- KEYS: set, sorted JSON list; ARGV: the caller's lease, life (s), JSON list, ids
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
for i = 4, #ARGV do redis.call('SADD', KEYS[1], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[2])
return 1
