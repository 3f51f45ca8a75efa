-- Compares a code. A wrong one is counted, and the last that may be tried takes the right one with it.
-- KEYS[1] code (hash); ARGV: hash of what was given, most tries, 'take' to use it up when right
-- Returns 1 when right, else 0.
local code = redis.call('HGET', KEYS[1], 'code')
if not code then return 0 end
if code == ARGV[1] then
  if ARGV[3] == 'take' then redis.call('DEL', KEYS[1]) end
  return 1
end
if redis.call('HINCRBY', KEYS[1], 'tries', 1) >= tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
return 0
