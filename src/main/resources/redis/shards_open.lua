-- Before a change of some members commits: loaded shards are kept, not to be read until the change is in them. Shards that are
-- not loaded, or that someone else is changing, whose order nobody knows, get a barrier instead.
-- KEYS[1] state; ARGV: the writer's token, life of mark and barrier (s). Returns how many shards are kept, 0 for a barrier.
local state = redis.call('GET', KEYS[1])
if state and string.sub(state, 1, 7) == 'loaded:' then
  redis.call('SET', KEYS[1], 'writing:' .. ARGV[1] .. ':' .. state, 'EX', ARGV[2])
  return tonumber(string.match(state, ':(%d+)$'))
end
redis.call('SET', KEYS[1], 'barrier', 'EX', ARGV[2])
return 0
