-- Adds a session to its user's presence and answers the sessions it replaces; answers nothing when its own token
-- belongs to a login that was replaced.
-- KEYS 1 summary hash, 2 sessions hash (session -> node|expires_ms|platform|token|active_ms|device),
--      3 replaced set ('s:' session or 't:' token, scored by when it may be forgotten)
-- ARGV 1 session, 2 node, 3 ttl ms, 4 platform, 5 device ('' none), 6 user agent, 7 last active ms,
--      8 policy: ALL, PER_CLASS or ONE, 9 token, 10 how long replaced ones are remembered, ms
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local barred = redis.call('ZSCORE', KEYS[3], 't:' .. ARGV[9])
if barred and tonumber(barred) > now then
  return false
end
-- Classes: 1 phone, 2 desktop, 3 browser, 4 tablet.
local classes = {['1'] = 1, ['2'] = 1, ['3'] = 2, ['4'] = 2, ['7'] = 2, ['5'] = 3, ['6'] = 3, ['8'] = 4, ['9'] = 4}
local forget = string.format('%.0f', now + ARGV[10])
local replaced = {}
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
  local node, expires, platform, token, active, device =
    string.match(stored[i + 1], '^([^|]*)|(%d+)|([^|]*)|([^|]*)|(%d+)|(.*)$')
  if stored[i] ~= ARGV[1] then
    if not expires or tonumber(expires) <= now then
      redis.call('HDEL', KEYS[2], stored[i])
    elseif (ARGV[5] ~= '' and device == ARGV[5] and platform == ARGV[4])
        or ARGV[8] == 'ONE'
        or (ARGV[8] == 'PER_CLASS' and classes[platform] == classes[ARGV[4]]) then
      redis.call('HDEL', KEYS[2], stored[i])
      redis.call('ZADD', KEYS[3], forget, 's:' .. stored[i])
      if ARGV[8] ~= 'ALL' and token ~= ARGV[9] then
        redis.call('ZADD', KEYS[3], forget, 't:' .. token)
      end
      replaced[#replaced + 1] = stored[i]
      replaced[#replaced + 1] = stored[i + 1]
    end
  end
end
if #replaced > 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  redis.call('PEXPIRE', KEYS[3], ARGV[10])
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. '|' .. string.format('%.0f', now + ARGV[3]) .. '|' .. ARGV[4] .. '|'
  .. ARGV[9] .. '|' .. ARGV[7] .. '|' .. ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('HSET', KEYS[1], 'online', '1', 'node_id', ARGV[2], 'session_count', redis.call('HLEN', KEYS[2]),
  'last_active_at', ARGV[7], 'device', ARGV[4], 'ua', ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return replaced
