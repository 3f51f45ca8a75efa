-- Numbers the changes of one user.
-- KEYS: counter, sorted set conversation -> number of its newest change
-- ARGV: life (s), most conversations kept, then pairs: conversation, changes in it
-- Answers the counter as it was before.
local before = tonumber(redis.call('GET', KEYS[1]) or '0')
local now = before
for i = 3, #ARGV, 2 do
  now = now + tonumber(ARGV[i + 1])
  redis.call('ZADD', KEYS[2], now, ARGV[i])
end
redis.call('SET', KEYS[1], string.format('%.0f', now), 'EX', ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -1 - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[2], ARGV[1])
return before
