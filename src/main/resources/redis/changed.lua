-- Numbers the changes of one user. A missing counter begins at the time in microseconds, so it is above every counter before it.
-- KEYS: counter, hash conversation -> number of its newest change, with 'from': changes above it are all there
-- ARGV: life (s), then pairs: conversation, changes in it
-- Answers the counter as it was before.
local before = redis.call('GET', KEYS[1])
if not before then
  local time = redis.call('TIME')
  before = time[1] * 1000000 + time[2]
  redis.call('DEL', KEYS[2])
end
before = tonumber(before)
if redis.call('EXISTS', KEYS[2]) == 0 then redis.call('HSET', KEYS[2], 'from', string.format('%.0f', before)) end
local now = before
for i = 2, #ARGV, 2 do
  now = now + tonumber(ARGV[i + 1])
  redis.call('HSET', KEYS[2], ARGV[i], string.format('%.0f', now))
end
redis.call('SET', KEYS[1], string.format('%.0f', now), 'EX', ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[1])
return before
