-- Refreshes sessions of one user on one node and writes again what was lost.
-- KEYS 1 summary hash, 2 sessions hash
-- ARGV 1 node, 2 ttl ms, 3 last active ms, 4 user agent, then for each session: id, platform, device
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expires = string.format('%.0f', now + ARGV[2])
for i = 5, #ARGV, 3 do
  redis.call('HSET', KEYS[2], ARGV[i], ARGV[1] .. '|' .. expires .. '|' .. ARGV[i + 1] .. '|' .. ARGV[i + 2])
end
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
  local ends = string.match(stored[i + 1], '^[^|]*|(%d+)|')
  if not ends or tonumber(ends) <= now then
    redis.call('HDEL', KEYS[2], stored[i])
  end
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
local active = redis.call('HGET', KEYS[1], 'last_active_at')
if not active or tonumber(active) < tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[1], 'last_active_at', ARGV[3])
end
redis.call('HSET', KEYS[1], 'online', '1', 'session_count', redis.call('HLEN', KEYS[2]))
redis.call('HSETNX', KEYS[1], 'node_id', ARGV[1])
redis.call('HSETNX', KEYS[1], 'device', ARGV[6])
redis.call('HSETNX', KEYS[1], 'ua', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
