-- Counts one wrong password; the count ends a fixed time after the first.
-- KEYS[1] counter; ARGV[1] its life, ms
-- Returns {count, ms left}.
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}
