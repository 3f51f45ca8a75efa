const LABELS = {
  102: "Photo",
  103: "Voice message",
  104: "Video",
  105: "File",
  107: "Forwarded messages",
  108: "Contact",
  109: "Location",
  110: "Message",
  115: "Sticker",
};

const LINK = /\bhttps?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]}]/gu;

/** Whether a message is a notice from the server instead of something a person said. */
export function isNotice(message) {
  return message.content_type >= 1000 || (message.content_type >= 111 && message.content_type <= 113);
}

/** Whether it is a quiet line across the chat instead of a bubble. */
export function isLine(message) {
  return isNotice(message) || message.status === 5;
}

/** Whether its sender changed it; only changes of a message give it a version. */
export function isEdited(message) {
  return message.status === 2 && message.version > 0;
}

/**
 * The text of a message as one string: what the list shows, and the body of what has no display of its own.
 *
 * @param {number} me who looks at it
 */
export function textOf(message, me = 0) {
  if (message.status === 5) return removedText(message, me);
  const content = message.content ?? {};
  if (typeof content.text === "string") return content.text;
  if (typeof content.description === "string" && content.description !== "") return content.description;
  if (message.content_type === 105 && typeof content.name === "string") return content.name;
  if (message.content_type === 108 && typeof content.nickname === "string") return content.nickname;
  if (message.content_type === 115 && typeof content.emoji === "string") return content.emoji;
  if (typeof content.reason === "string" && content.reason !== "") return content.reason;
  return LABELS[message.content_type] ?? (isNotice(message) ? "The group was changed" : "Message");
}

/** What stands for a picture that cannot be loaded. */
export function pictureName({ content }) {
  const name = content?.name;
  return typeof name === "string" && name.trim() !== "" ? name : "Picture";
}

function removedText({ revoke, send_uid, sender_nickname }, me) {
  if (!revoke) return "A message was taken back";
  const who = revoke.uid === me ? "You" : revoke.nickname || sender_nickname || "Someone";
  return revoke.uid === send_uid ? `${who} took a message back` : `${who} removed a message`;
}

/** An address that may be linked or shown as a picture: https only, so that no scheme runs anything. */
export function safeUrl(value) {
  try {
    const url = new URL(String(value));
    return url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** Cuts a text into plain parts and links. @return {{text: string, href?: string}[]} */
export function linkParts(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], href: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** One to three emoji and nothing else: shown large. */
export function isBigEmoji(text) {
  return /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*\s*){1,3}$/u.test(text.trim());
}

/** A client_msg_id: a UUID, also where the page is not a secure context and `randomUUID` is missing. */
export function newMessageId(source = globalThis.crypto) {
  if (typeof source.randomUUID === "function") return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
