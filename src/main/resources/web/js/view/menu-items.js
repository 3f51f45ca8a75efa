const MUTED = 2;

/** What can be done with a message, by whose it is and what it is. */
export function messageItems(message, me, { onEdit, onTakeBack, onDelete }) {
  const mine = message.send_uid === me && message.status !== 5;
  const items = [];
  if (mine && message.content_type === 101) items.push({ label: "Edit", icon: "edit", run: onEdit });
  if (mine) items.push({ label: "Take back", icon: "undo", run: onTakeBack });
  items.push({ label: "Delete for me", icon: "trash", grave: true, run: onDelete });
  return items;
}

/** What can be done with a conversation, by how it is set. */
export function conversationItems(conversation, { onSet, onClear, onHide }) {
  const { pinned, muted } = conversation;
  return [
    { label: pinned ? "Unpin" : "Pin", icon: "pin", run: () => onSet({ is_pinned: !pinned }) },
    { label: muted ? "Unmute" : "Mute", icon: muted ? "bell" : "mute", run: () => onSet({ recv_msg_opt: muted ? 0 : MUTED }) },
    { label: "Hide", icon: "hide", run: onHide },
    { label: "Clear history", icon: "trash", grave: true, run: onClear },
  ];
}
