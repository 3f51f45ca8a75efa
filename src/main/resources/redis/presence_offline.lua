-- Ends sessions of one user; the summary stays, with online=0 when none is left (A-056).
-- KEYS 1 summary hash, 2 sessions hash
-- ARGV 1 ttl ms, 2 'session' or 'node', 3 the session or the node whose sessions end, 4 now ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('EXISTS', KEYS[1])
local kept, node, platform = 0, '', ''
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
  local at, ends, kind = string.match(stored[i + 1], '^([^|]*)|(%d+)|([^|]*)|')
  local match = (ARGV[2] == 'session' and stored[i] == ARGV[3]) or (ARGV[2] == 'node' and at == ARGV[3])
  if match or not ends or tonumber(ends) <= now then
    redis.call('HDEL', KEYS[2], stored[i])
  else
    kept, node, platform = kept + 1, at, kind
  end
end
if kept > 0 then
  redis.call('HSET', KEYS[1], 'online', '1', 'node_id', node, 'device', platform, 'session_count', kept,
    'last_seen_at', ARGV[4])
elseif known == 1 or #stored > 0 then
  redis.call('HSET', KEYS[1], 'online', '0', 'session_count', '0', 'last_seen_at', ARGV[4])
end
if known == 1 or #stored > 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return kept
