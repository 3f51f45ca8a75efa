-- Deletes a value that is still the caller's. KEYS[1] value; ARGV[1] what the caller put there. Returns how many went.
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
