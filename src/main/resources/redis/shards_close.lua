-- After a change of some members committed: puts it into the shards its writer opened. Shards that are others by now are read again.
-- KEYS[1] state, then all shards
-- ARGV: the writer's token, life of the state (s), life of the shards (s), how many members were added, these, then those removed
local state, mark = redis.call('GET', KEYS[1]), 'writing:' .. ARGV[1] .. ':'
if not state or string.sub(state, 1, #mark) ~= mark then
  redis.call('DEL', KEYS[1])
  return 0
end
local sizes = {}
for i = 2, #KEYS do
  if #ARGV > 4 then redis.call('SREM', KEYS[i], unpack(ARGV, 5)) end
  sizes[i] = redis.call('SCARD', KEYS[i])
end
-- Whoever comes goes where there are fewest, so that the shards stay of one size.
for i = 5, 4 + tonumber(ARGV[4]) do
  local least = 2
  for one = 3, #KEYS do
    if sizes[one] < sizes[least] then least = one end
  end
  redis.call('SADD', KEYS[least], ARGV[i])
  sizes[least] = sizes[least] + 1
end
for i = 2, #KEYS do redis.call('EXPIRE', KEYS[i], ARGV[3]) end
redis.call('SET', KEYS[1], string.sub(state, #mark + 1), 'EX', ARGV[2])
return 1
