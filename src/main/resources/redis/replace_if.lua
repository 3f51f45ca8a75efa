-- Corrects a number that is still what it was when it was found wrong. KEYS[1] number; ARGV: wrong, right, life (s)
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
