-- Puts a new code in place of the last one, unless one was made just now or too many were. All in one step, so no counter is
-- ever without an end.
-- KEYS: code (hash), active mark, counter
-- ARGV: hash of the code, its life (s), resend window (ms), most codes, their window (ms)
-- Returns {0, 0} when made, {1, ms left} within the resend window, {2, ms left} after too many.
local left = redis.call('PTTL', KEYS[2])
if left > 0 then return {1, left} end
local count = tonumber(redis.call('GET', KEYS[3]) or '0')
if count >= tonumber(ARGV[4]) then return {2, redis.call('PTTL', KEYS[3])} end
redis.call('INCR', KEYS[3])
if redis.call('PTTL', KEYS[3]) < 0 then redis.call('PEXPIRE', KEYS[3], ARGV[5]) end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'code', ARGV[1], 'tries', 0)
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
return {0, 0}
