-- Takes a value away, so that only one of several callers gets it.
-- KEYS[1] string
-- Returns the value, or nil.
local value = redis.call('GET', KEYS[1])
if value then
  redis.call('DEL', KEYS[1])
end
return value
