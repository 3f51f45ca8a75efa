-- What came of sends to one topic, in the order of rule 6: first the head, then the claims.
-- KEYS[1] the head, KEYS[2..] claims; ARGV: head (0: it stays), its life (s); then for each claim its value and its life (s)
if ARGV[1] ~= '0' then
  if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  else
    redis.call('EXPIRE', KEYS[1], ARGV[2])
  end
end
for i = 2, #KEYS do
  redis.call('SET', KEYS[i], ARGV[2 * i - 1], 'EX', ARGV[2 * i])
end
return 1
