-- Marks the sets as loaded, unless they vanished while they were. KEYS: set for all, a user's set
for i = 1, 2 do
  if redis.call('ZSCORE', KEYS[i], 'loading') then
    redis.call('ZADD', KEYS[i], -1, 'loaded')
    redis.call('ZREM', KEYS[i], 'loading')
  end
end
return 1
