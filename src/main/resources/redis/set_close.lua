-- After a change of some members committed: puts it into the set its writer opened. A set that is another one by now is
-- dropped. KEYS[1] set; ARGV: the writer's token, life (s), how many members were added, these, then those removed
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then
  redis.call('DEL', KEYS[1])
  return 0
end
local removed = 4 + tonumber(ARGV[3])
for i = 4, removed - 1 do redis.call('SADD', KEYS[1], ARGV[i]) end
for i = removed, #ARGV do redis.call('SREM', KEYS[1], ARGV[i]) end
redis.call('SREM', KEYS[1], 'writing', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
