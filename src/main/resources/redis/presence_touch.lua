-- Refreshes sessions of one user on one node and writes again what was lost. Answers those that a newer login has
-- replaced, each with '1' when its token was replaced too: they are not written, or a node that missed the word would
-- bring them back.
-- KEYS 1 summary hash, 2 sessions hash, 3 replaced set
-- ARGV 1 node, 2 ttl ms, 3 last active ms, 4 user agent,
--      then for each session: id, platform, token, last active ms, device
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expires = string.format('%.0f', now + ARGV[2])
local any = redis.call('EXISTS', KEYS[3]) == 1
local function barred(member)
  local score = redis.call('ZSCORE', KEYS[3], member)
  return score and tonumber(score) > now
end
local replaced = {}
local platform = ''
for i = 5, #ARGV, 5 do
  local token = any and barred('t:' .. ARGV[i + 2])
  if token or (any and barred('s:' .. ARGV[i])) then
    replaced[#replaced + 1] = ARGV[i]
    replaced[#replaced + 1] = token and '1' or '0'
    redis.call('HDEL', KEYS[2], ARGV[i])
  else
    platform = ARGV[i + 1]
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[1] .. '|' .. expires .. '|' .. platform .. '|' .. ARGV[i + 2] .. '|'
      .. ARGV[i + 3] .. '|' .. ARGV[i + 4])
  end
end
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
  local ends = string.match(stored[i + 1], '^[^|]*|(%d+)|')
  if not ends or tonumber(ends) <= now then
    redis.call('HDEL', KEYS[2], stored[i])
  end
end
if platform == '' then
  return replaced
end
redis.call('PEXPIRE', KEYS[2], ARGV[2])
local active = redis.call('HGET', KEYS[1], 'last_active_at')
if not active or tonumber(active) < tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[1], 'last_active_at', ARGV[3])
end
redis.call('HSET', KEYS[1], 'online', '1', 'session_count', redis.call('HLEN', KEYS[2]))
redis.call('HSETNX', KEYS[1], 'node_id', ARGV[1])
redis.call('HSETNX', KEYS[1], 'device', platform)
redis.call('HSETNX', KEYS[1], 'ua', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return replaced
