-- Opens a set of members for loading, if there is nothing: one caller at a time loads it.
-- KEYS[1] set; ARGV: the caller's lease, life of the lease (s)
-- Returns 1 when it is the caller's to fill, 2 when it is loaded, 0 while someone else fills or changes it.
-- All that is rightly there ends some time.
if redis.call('TTL', KEYS[1]) < 0 then
  redis.call('DEL', KEYS[1])
  redis.call('SADD', KEYS[1], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  return 1
end
if redis.call('SISMEMBER', KEYS[1], 'loaded') == 1 and redis.call('SISMEMBER', KEYS[1], 'writing') == 0 then return 2 end
return 0
