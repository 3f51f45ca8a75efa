-- Where a user stands in a conversation, and how much there is unread.
-- KEYS: head, read position, uncounted set for all, the user's uncounted set
-- ARGV: read position known from the store, lowest visible number, life of the read position (s), highest visible number (0: no bound),
-- whether a position of 0 is kept too (1), as in groups, where finding it out costs more
-- Answers {head, read, uncounted among the unread}; head -1: missing; uncounted -1: a set is not loaded
local head = tonumber(redis.call('GET', KEYS[1]) or '-1')
local bound = tonumber(ARGV[4])
if bound > 0 and head > bound then head = bound end
local known = redis.call('GET', KEYS[2])
local stored = tonumber(known or '0')
local read = math.max(stored, tonumber(ARGV[1]))
if stored < read or (not known and ARGV[5] == '1') then redis.call('SET', KEYS[2], string.format('%.0f', read), 'EX', ARGV[3]) end
local above = math.max(read, tonumber(ARGV[2]) - 1)
if head <= above then return {head, read, 0} end
local uncounted = 0
-- A group's set says up to which number it was read; what came after that has to be read before it counts.
local upto = redis.call('ZSCORE', KEYS[3], 'upto')
if upto and -tonumber(upto) - 2 < head then return {head, read, -1} end
for i = 3, 4 do
  if not redis.call('ZSCORE', KEYS[i], 'loaded') then return {head, read, -1} end
end
local from = '(' .. string.format('%.0f', above)
uncounted = redis.call('ZCOUNT', KEYS[3], from, head)
-- What a user deleted in a group may be gone for all by now; it counts once.
for _, seq in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], from, head)) do
  if not redis.call('ZSCORE', KEYS[3], seq) then uncounted = uncounted + 1 end
end
return {head, read, uncounted}
