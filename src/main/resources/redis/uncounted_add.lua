-- Adds numbers while the set is being loaded. KEYS[1] the set; ARGV numbers
if not redis.call('ZSCORE', KEYS[1], 'loading') then return 0 end
for i = 1, #ARGV do redis.call('ZADD', KEYS[1], ARGV[i], ARGV[i]) end
return 1
