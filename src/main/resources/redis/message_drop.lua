-- Drops copies of messages that were changed, and leaves a mark: whoever still is about to write a copy from before the change,
-- after however long a way, finds it and writes none. KEYS the copies; ARGV[1] life of the mark (s)
for i = 1, #KEYS do
  redis.call('DEL', KEYS[i])
  redis.call('HSET', KEYS[i], 'changed', 1)
  redis.call('EXPIRE', KEYS[i], ARGV[1])
end
return #KEYS
