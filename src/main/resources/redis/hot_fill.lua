-- Keeps a copy of a message that was read from the store. Where one was changed lately a mark stands, and nothing is written over it.
-- KEYS[1] the copy; ARGV: JSON text, life (s)
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
