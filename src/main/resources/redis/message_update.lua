-- Renews a message's copy where there is one: a copy that was dropped stays away. KEYS[1] the copy; ARGV[1] JSON text
if redis.call('HEXISTS', KEYS[1], 'message') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'message', ARGV[1])
return 1
