-- Before a change of some members commits: a loaded set is kept, not to be read until the change is in it. One that is not
-- loaded, or that someone else is changing, whose order nobody knows, gets a barrier instead.
-- KEYS[1] set; ARGV: the writer's token, life of mark and barrier (s). Returns 1 when the set is kept.
if redis.call('SISMEMBER', KEYS[1], 'loaded') == 1 and redis.call('SISMEMBER', KEYS[1], 'writing') == 0 then
  redis.call('SADD', KEYS[1], 'writing', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  return 1
end
redis.call('DEL', KEYS[1])
redis.call('SADD', KEYS[1], 'barrier')
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 0
