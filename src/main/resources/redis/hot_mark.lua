-- Before messages are changed: marks take the place of their copies, and no copy from before comes past them.
-- KEYS[1] numbers of the copies; KEYS[2] what each counts for and, in 'all', all of them; KEYS[3..] the copies
-- ARGV: the mark, its life (s), then the number of each
for i = 3, #KEYS do
  local seq = ARGV[i]
  redis.call('SET', KEYS[i], ARGV[1], 'EX', ARGV[2])
  if redis.call('ZREM', KEYS[1], seq) == 1 then
    redis.call('HINCRBY', KEYS[2], 'all', -tonumber(redis.call('HGET', KEYS[2], seq) or '0'))
    redis.call('HDEL', KEYS[2], seq)
  end
end
return 1
