-- Adds numbers while the sets are being loaded; no number is in both. What was released meanwhile was read too early.
-- KEYS: set for all, a user's set; ARGV: which of them, numbers
local set = tonumber(ARGV[1])
if redis.call('EXISTS', KEYS[set]) == 0 then return 0 end
for i = 2, #ARGV do
  if set == 1 and redis.call('ZSCORE', KEYS[1], 'r' .. ARGV[i]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
  elseif set == 1 then
    redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i])
    redis.call('ZREM', KEYS[2], ARGV[i])
  elseif not redis.call('ZSCORE', KEYS[1], ARGV[i]) then
    redis.call('ZADD', KEYS[2], ARGV[i], ARGV[i])
  end
end
return 1
