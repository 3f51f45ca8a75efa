-- Numbers that count for nobody any more. A set that is not there is read from the store when it is asked for.
-- KEYS: set for all, each member's set; ARGV numbers
local known = redis.call('EXISTS', KEYS[1]) == 1
for i = 1, #ARGV do
  if known then
    redis.call('ZREM', KEYS[1], 'r' .. ARGV[i])
    redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i])
  end
  for k = 2, #KEYS do redis.call('ZREM', KEYS[k], ARGV[i]) end
end
return 1
