-- Opens the set for additions before it is read from the store. KEYS[1] the set; ARGV[1] life (s)
redis.call('ZADD', KEYS[1], -1, 'loading')
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
