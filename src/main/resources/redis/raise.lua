-- Raises a number, never lowers it. KEYS[1] the number; ARGV: value, life (s). Answers the number afterwards.
local now = tonumber(redis.call('GET', KEYS[1]) or '-1')
if now < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return tonumber(ARGV[1])
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return now
