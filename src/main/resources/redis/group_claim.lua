-- Claims sends to one topic and numbers those that are new, in their order (A-116, A-117).
-- KEYS[1] the last number given, KEYS[2..] the claim of each send
-- ARGV: floor (a number known to be given), life of the counter (s), life of a pending claim (s), who claims; then for each send:
-- its lane (one client's sends keep their order), when it was made, digest of its content, 1 to take over what this owner left pending
-- Answers for each {state, number or claim}: 1 claimed, the number; 0 known, the claim as it is; -1 behind one of its lane that waits
local floor, counterLife, pendingLife, owner = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local raised, waiting, answers = false, {}, {}

local function value(seq, at)
  return '{"status":"pending","seq":' .. seq .. ',"message_id":0,"created_at":"' .. ARGV[at + 1] .. '","hash":"'
    .. ARGV[at + 2] .. '","owner":"' .. owner .. '"}'
end

local function number()
  if not raised then
    raised = true
    if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(floor) then redis.call('SET', KEYS[1], floor) end
    redis.call('EXPIRE', KEYS[1], counterLife)
  end
  local seq = redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], counterLife)
  return string.format('%.0f', seq)
end

for i = 2, #KEYS do
  local at = 5 + (i - 2) * 4
  local lane = ARGV[at]
  local known = redis.call('GET', KEYS[i])
  local free = not known
  if known then
    local readable, claim = pcall(cjson.decode, known)
    local status = readable and type(claim) == 'table' and claim.status or 'failed'
    free = status == 'failed' or (status == 'pending' and claim.owner == owner and ARGV[at + 3] == '1')
    if not free and status == 'pending' then waiting[lane] = true end
  end
  if not free then
    answers[#answers + 1] = {0, known}
  elseif waiting[lane] then
    answers[#answers + 1] = {-1, ''}
  else
    if known then redis.call('DEL', KEYS[i]) end
    redis.call('SET', KEYS[i], value('0', at), 'NX', 'EX', pendingLife)
    local seq = number()
    redis.call('SET', KEYS[i], value(seq, at), 'XX', 'EX', pendingLife)
    answers[#answers + 1] = {1, seq}
  end
end
return answers
