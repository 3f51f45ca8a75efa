-- Numbers that waited for a review and count from now on. A member r<number> stays, so that whoever read the store before adds none of
-- them again. A set that is not there is read from the store when it is asked for.
-- KEYS[1] set for all; ARGV numbers
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for i = 1, #ARGV do
  redis.call('ZREM', KEYS[1], ARGV[i])
  redis.call('ZADD', KEYS[1], -1, 'r' .. ARGV[i])
end
return 1
