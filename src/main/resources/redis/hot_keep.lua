-- Keeps copies of a group's messages, and lets the oldest go where there are more than may be. A copy that is there stays as it is, and
-- so does the mark of a message that was changed.
-- KEYS[1] numbers of the copies, by number; KEYS[2] what each counts for and, in 'all', all of them; KEYS[3..] the copies
-- ARGV: most bytes of all, life of the index (s), what precedes a number in the name of a copy; then for each copy its number, its life
-- (s), the bytes it counts for, and its text
-- Answers the bytes of all.
local index, sizes, most, life, prefix = KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local all = tonumber(redis.call('HGET', sizes, 'all') or '0')

local function forget(seq)
  all = all - tonumber(redis.call('HGET', sizes, seq) or '0')
  redis.call('HDEL', sizes, seq)
  redis.call('ZREM', index, seq)
end

local function oldest()
  return redis.call('ZRANGE', index, 0, 0)[1]
end

for i = 3, #KEYS do
  local at = 4 + (i - 3) * 4
  local seq = ARGV[at]
  if redis.call('EXISTS', KEYS[i]) == 0 then
    redis.call('SET', KEYS[i], ARGV[at + 3], 'EX', ARGV[at + 1])
    redis.call('ZADD', index, seq, seq)
    all = all - tonumber(redis.call('HGET', sizes, seq) or '0') + tonumber(ARGV[at + 2])
    redis.call('HSET', sizes, seq, ARGV[at + 2])
  end
end

-- Copies end by themselves, the oldest first; what they counted for is given back here, as much as came and a little more.
for _ = 1, #KEYS + 8 do
  local seq = oldest()
  if not seq or redis.call('EXISTS', prefix .. seq) == 1 then break end
  forget(seq)
end

local seq = oldest()
while seq and all > most do
  redis.call('UNLINK', prefix .. seq)
  forget(seq)
  seq = oldest()
end

if seq then
  redis.call('HSET', sizes, 'all', string.format('%.0f', all))
  redis.call('EXPIRE', index, life)
  redis.call('EXPIRE', sizes, life)
else
  redis.call('DEL', index, sizes)
  all = 0
end
return string.format('%.0f', all)
