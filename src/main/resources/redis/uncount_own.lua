-- Numbers that do not count for one user any more.
-- KEYS: set for all, the user's set; ARGV numbers
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 then
  -- Whether they are in the set for all is not known: both are read again.
  redis.call('DEL', KEYS[2])
  return 0
end
for i = 1, #ARGV do
  if not redis.call('ZSCORE', KEYS[1], ARGV[i]) then redis.call('ZADD', KEYS[2], ARGV[i], ARGV[i]) end
end
return 1
