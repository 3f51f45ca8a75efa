-- Adds numbers that do not count as unread, and notes up to where all are in the set. A set that is not there is read from the store
-- when it is asked for. KEYS[1] set for all; ARGV: up to, numbers
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for i = 2, #ARGV do
  -- What was released meanwhile was read too early.
  if not redis.call('ZSCORE', KEYS[1], 'r' .. ARGV[i]) then redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i]) end
end
local upto = -tonumber(ARGV[1]) - 2
local before = redis.call('ZSCORE', KEYS[1], 'upto')
if not before or tonumber(before) > upto then redis.call('ZADD', KEYS[1], upto, 'upto') end
return 1
