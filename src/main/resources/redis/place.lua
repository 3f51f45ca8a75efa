-- Makes placed messages of one conversation readable.
-- KEYS: head, uncounted set, then one message key each, then one read position key each
-- ARGV: head, life of head (s), life of messages (s), life of read positions (s), messages m, uncounted u,
--       m JSON texts, u numbers, then one read position each
local messages, uncounted = tonumber(ARGV[5]), tonumber(ARGV[6])
for i = 1, messages do
  -- A message that was changed since this was sent on its way is read from the store.
  if redis.call('HEXISTS', KEYS[2 + i], 'changed') == 0 then
    redis.call('HSET', KEYS[2 + i], 'message', ARGV[6 + i])
    redis.call('EXPIRE', KEYS[2 + i], ARGV[3])
  end
end
if uncounted > 0 and redis.call('EXISTS', KEYS[2]) == 1 then
  for i = 1, uncounted do
    local seq = ARGV[6 + messages + i]
    redis.call('ZADD', KEYS[2], seq, seq)
  end
end
for i = 1, #KEYS - 2 - messages do
  local key, seq = KEYS[2 + messages + i], ARGV[6 + messages + uncounted + i]
  if tonumber(redis.call('GET', key) or '0') < tonumber(seq) then
    redis.call('SET', key, seq, 'EX', ARGV[4])
  end
end
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
return 1
