-- Takes numbers for a conversation from its reserved block.
-- KEYS[1] hash CURR (last number given), LAST (end of the reserved block), TIME (milliseconds)
-- ARGV: how many, floor (a number known to be given), end of the reserved block (-1: a missing key is not to be made), now (ms), life (s)
-- Answers {state, number}: 1 first number given; 0 the key is missing; -1 the block is used up, CURR is the number
local curr = tonumber(redis.call('HGET', KEYS[1], 'CURR') or '-1')
local last = tonumber(redis.call('HGET', KEYS[1], 'LAST') or '0')
local count, floor, adopt = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if curr < 0 and adopt < 0 then return {0, 0} end
if curr < floor then curr = floor end
if adopt > last then last = adopt end
if curr + count > last then return {-1, curr} end
redis.call('HSET', KEYS[1], 'CURR', string.format('%.0f', curr + count), 'LAST', string.format('%.0f', last), 'TIME', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return {1, curr + 1}
