-- Adds up what the copies of a tenant's groups take, and says which groups are to give when that is too much: first those that nobody
-- wrote to or read for longest.
-- KEYS[1] hash of groups: 'bytes|when it was last used', and in 'all' the bytes of all
-- ARGV: now (ms), most bytes, life of the hash (s); then for each group its topic, its bytes (-1: as they were), and 1 if it was used
-- Answers pairs of a topic and the bytes it is to be left with.
local key, now, most = KEYS[1], ARGV[1], tonumber(ARGV[2])
local all = tonumber(redis.call('HGET', key, 'all') or '0')

local function bytes(value)
  return value and tonumber(string.match(value, '^%d+')) or 0
end

for i = 4, #ARGV, 3 do
  local known = redis.call('HGET', key, ARGV[i])
  local had, has = bytes(known), tonumber(ARGV[i + 1])
  if has < 0 then has = had end
  all = all - had + has
  if has > 0 then
    local when = known and ARGV[i + 2] == '0' and string.match(known, '%d+$') or now
    redis.call('HSET', key, ARGV[i], string.format('%.0f', has) .. '|' .. when)
  elseif known then
    redis.call('HDEL', key, ARGV[i])
  end
end
redis.call('HSET', key, 'all', string.format('%.0f', all))
redis.call('EXPIRE', key, ARGV[3])
if all <= most then return {} end

local groups = {}
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  if fields[i] ~= 'all' then
    groups[#groups + 1] = {fields[i], bytes(fields[i + 1]), tonumber(string.match(fields[i + 1], '|(%d+)$'))}
  end
end
table.sort(groups, function(a, b) return a[3] < b[3] or a[3] == b[3] and a[1] < b[1] end)
-- A little more than has to be, so that not every message has to make room.
local over, answer = all - math.floor(most * 0.9), {}
for _, group in ipairs(groups) do
  if over <= 0 then break end
  local gives = math.min(over, group[2])
  answer[#answer + 1] = group[1]
  answer[#answer + 1] = string.format('%.0f', group[2] - gives)
  over = over - gives
end
return answer
