const DAY_MS = 86_400_000;

/** Number of avatar colours the style sheet knows. */
export const HUES = 10;

/** One or two letters for an avatar; whole code points, so that an emoji stays one. */
export function initials(name) {
  const words = String(name ?? "").trim().split(/[\s._-]+/u).filter(Boolean);
  if (words.length === 0) return "?";
  const letters = words.length === 1 ? [...words[0]].slice(0, 1) : [[...words[0]][0], [...words[words.length - 1]][0]];
  return letters.join("").toUpperCase();
}

/** The same colour for the same id, everywhere. */
export function hueOf(id) {
  let hash = 0;
  for (const character of String(id)) hash = (hash * 31 + character.codePointAt(0)) >>> 0;
  return hash % HUES;
}

export function clock(ms) {
  return new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** A key that is equal for two times of the same local day. */
export function dayKey(ms) {
  const date = new Date(ms);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** The heading of a day in a chat. */
export function dayName(ms, now = Date.now()) {
  if (dayKey(ms) === dayKey(now)) return "Today";
  if (dayKey(ms) === dayKey(now - DAY_MS)) return "Yesterday";
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  const format = { weekday: "long", day: "numeric", month: "long", ...(sameYear ? {} : { year: "numeric" }) };
  return new Date(ms).toLocaleDateString([], format);
}

/** The time in a list: a clock today, a day this week, a date before. */
export function shortTime(ms, now = Date.now()) {
  if (!ms) return "";
  if (dayKey(ms) === dayKey(now)) return clock(ms);
  if (dayKey(ms) === dayKey(now - DAY_MS)) return "Yesterday";
  if (now - ms < 6 * DAY_MS) return new Date(ms).toLocaleDateString([], { weekday: "short" });
  return new Date(ms).toLocaleDateString([], { day: "numeric", month: "short" });
}

/** What a badge shows. */
export function badge(count) {
  return count > 99 ? "99+" : String(count);
}

/** What is said of a user's presence; empty when nothing is known. */
export function presenceText(presence, now = Date.now()) {
  if (presence?.state === "online") return "Online";
  const seen = presence?.last_seen_at || 0;
  if (presence?.state !== "offline") return "";
  if (!seen) return "Offline";
  return `Last seen ${dayKey(seen) === dayKey(now) ? "at " : ""}${shortTime(seen, now)}`;
}
