-- Takes more numbers of a topic. KEYS[1] the last number given; ARGV: how many, floor (a number known to be given), life (s)
-- Answers the first of them.
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[2]) then redis.call('SET', KEYS[1], ARGV[2]) end
local last = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return string.format('%.0f', last - tonumber(ARGV[1]) + 1)
