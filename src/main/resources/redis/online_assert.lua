-- A node says which members of a group it holds; whatever else was written of it is forgotten, and so are nodes that
-- have not said anything for too long. The online members are those of all nodes.
-- KEYS 1 nodes that hold members, 2 online members, 3 those of this node, 4 the same, as gathered so far
-- ARGV 1 node, 2 ttl ms, 3 and 4 what stands before and after a node in the key of its members, then the last members
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 5, #ARGV do
  redis.call('SADD', KEYS[4], ARGV[i])
end
redis.call('RENAME', KEYS[4], KEYS[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
local sets = {}
for i, node in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  sets[i] = ARGV[3] .. node .. ARGV[4]
end
redis.call('SUNIONSTORE', KEYS[2], unpack(sets))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
return 1
