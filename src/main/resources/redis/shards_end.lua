-- Makes the shards that were gathered the shards of a group, unless its members changed while they were gathered.
-- KEYS[1] state, then each gathered set, then the shard it becomes, then as many shards there may be beyond these
-- ARGV: the filling's lease, life of the state (s), life of the shards (s), how many were gathered
local count = tonumber(ARGV[4])
local mine = redis.call('GET', KEYS[1]) == 'loading:' .. ARGV[1]
for i = 1, count do
  local gathered, shard = KEYS[1 + i], KEYS[1 + count + i]
  if not mine then
    redis.call('DEL', gathered)
  elseif redis.call('EXISTS', gathered) == 1 then
    redis.call('RENAME', gathered, shard)
    redis.call('EXPIRE', shard, ARGV[3])
  else
    redis.call('DEL', shard)
  end
end
if not mine then return 0 end
for i = 2 + 2 * count, #KEYS do redis.call('DEL', KEYS[i]) end
redis.call('SET', KEYS[1], 'loaded:' .. ARGV[1] .. ':' .. ARGV[4], 'EX', ARGV[2])
return 1
