-- Where a user stands in a conversation, and how much there is unread.
-- KEYS: head, read position, uncounted set
-- ARGV: read position known from the store, lowest visible number, life of the read position (s), highest visible number (0: no bound)
-- Answers {head, read, uncounted among the unread}; head -1: missing; uncounted -1: the set is not loaded
local head = tonumber(redis.call('GET', KEYS[1]) or '-1')
local bound = tonumber(ARGV[4])
if bound > 0 and head > bound then head = bound end
local stored = tonumber(redis.call('GET', KEYS[2]) or '0')
local read = math.max(stored, tonumber(ARGV[1]))
if stored < read then redis.call('SET', KEYS[2], string.format('%.0f', read), 'EX', ARGV[3]) end
local above = math.max(read, tonumber(ARGV[2]) - 1)
local uncounted = -1
if redis.call('ZSCORE', KEYS[3], 'loaded') then
  uncounted = head > above and redis.call('ZCOUNT', KEYS[3], '(' .. string.format('%.0f', above), head) or 0
end
return {head, read, uncounted}
