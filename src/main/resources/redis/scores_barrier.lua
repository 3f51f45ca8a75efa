-- Before a change commits: what is there goes, and nobody fills the set until it is dropped or some seconds passed.
-- KEYS[1] sorted set; ARGV: life of the barrier (s)
redis.call('DEL', KEYS[1])
redis.call('ZADD', KEYS[1], -1, 'barrier')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
