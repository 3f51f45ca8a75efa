-- Puts conversations that have not changed lately below those that have, so that a device without a version can page through all.
-- KEYS: counter, hash (see changed.lua), with 'whole' once all are in; ARGV: life (s), conversations, the newest first
local from = tonumber(redis.call('HGET', KEYS[2], 'from') or redis.call('GET', KEYS[1]) or '0')
if from == 0 then
  local time = redis.call('TIME')
  from = time[1] * 1000000 + time[2]
end
if redis.call('HEXISTS', KEYS[2], 'whole') == 1 then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', from), 'NX', 'EX', ARGV[1])
local base = from - #ARGV
for i = 2, #ARGV do
  redis.call('HSETNX', KEYS[2], ARGV[i], string.format('%.0f', base + i - 1))
end
redis.call('HSET', KEYS[2], 'from', string.format('%.0f', base), 'whole', '1')
redis.call('EXPIRE', KEYS[2], ARGV[1])
return 1
