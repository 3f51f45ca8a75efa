-- Takes or keeps a lock. KEYS[1] lock; ARGV: who, life (ms). Answers 1 when it is the caller's.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
