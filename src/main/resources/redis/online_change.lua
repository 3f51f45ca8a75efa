-- Members of a group came to a node or went from it.
-- KEYS 1 nodes that hold members, 2 online members, 3 those of this node
-- ARGV 1 node, 2 ttl ms, 3 and 4 what stands before and after a node in the key of its members, 5 how many came,
--      then those who came, then those who went
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = 5 + tonumber(ARGV[5])
for i = 6, last do
  redis.call('SADD', KEYS[3], ARGV[i])
  redis.call('SADD', KEYS[2], ARGV[i])
end
for i = last + 1, #ARGV do
  redis.call('SREM', KEYS[3], ARGV[i])
end
if redis.call('SCARD', KEYS[3]) > 0 then
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[2])
  redis.call('PEXPIRE', KEYS[3], ARGV[2])
else
  redis.call('ZREM', KEYS[1], ARGV[1])
end
if #ARGV > last then
  local nodes = redis.call('ZRANGEBYSCORE', KEYS[1], string.format('%.0f', now), '+inf')
  for i = last + 1, #ARGV do
    local elsewhere = false
    for _, node in ipairs(nodes) do
      elsewhere = elsewhere or redis.call('SISMEMBER', ARGV[3] .. node .. ARGV[4], ARGV[i]) == 1
    end
    if not elsewhere then
      redis.call('SREM', KEYS[2], ARGV[i])
    end
  end
end
return 1
