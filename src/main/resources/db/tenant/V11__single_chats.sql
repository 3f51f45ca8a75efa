-- Conversations of two and of notifications kept in MySQL altogether (store.single: mysql). A row of im_messages is the message and its
-- claim in one; what happened to it since is beside it, since nobody may be shown what was taken back.
ALTER TABLE im_messages
  ADD COLUMN server_msg_id CHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'NULL for a hole',
  ADD COLUMN uncounted TINYINT(1) NOT NULL DEFAULT 0 COMMENT '1: never counts as unread',
  ADD COLUMN is_read TINYINT(1) NOT NULL DEFAULT 0 COMMENT '1: the recipient has read it',
  ADD COLUMN change_version BIGINT NOT NULL DEFAULT 0 COMMENT 'number of the newest change to it, 0 for none',
  ADD COLUMN gone_low TINYINT(1) NOT NULL DEFAULT 0 COMMENT '1: deleted by the member with the lower uid',
  ADD COLUMN gone_high TINYINT(1) NOT NULL DEFAULT 0 COMMENT '1: deleted by the other',
  ADD COLUMN recalled_role INT NOT NULL DEFAULT 0 COMMENT 'of whoever took it back, at that time',
  ADD COLUMN recalled_nickname VARCHAR(255) NOT NULL DEFAULT '',
  ADD KEY idx_im_messages_server_msg_id (server_msg_id),
  ADD KEY idx_im_messages_uncounted (conversation_id, uncounted, seqid);

-- What happened to them besides new messages (rule 12), numbered without gaps in each, as in MongoDB's conversation_change.
CREATE TABLE im_conversation_changes (
  conversation_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version         BIGINT NOT NULL,
  owner           BIGINT NOT NULL DEFAULT 0 COMMENT 'the only member it concerns; 0: both',
  uid             BIGINT NOT NULL COMMENT 'who did it; 0: the server',
  kind            VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
                  COMMENT 'revoked, edited, deleted, cleared, settings',
  body            JSON NOT NULL,
  time            BIGINT NOT NULL COMMENT 'ms',
  open_mark       TINYINT NULL COMMENT '1 until all it means is done; then NULL',
  void_mark       TINYINT NULL COMMENT '1: it means nothing',
  PRIMARY KEY (conversation_id, version),
  KEY idx_im_conversation_changes_owner (conversation_id, owner, kind),
  KEY idx_im_conversation_changes_open (open_mark, time)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- What is to be deleted for both a while after it was read, as in MongoDB's burn.
CREATE TABLE im_burns (
  id              BIGINT NOT NULL AUTO_INCREMENT,
  conversation_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  reader          BIGINT NOT NULL COMMENT 'uid',
  from_seq        BIGINT NOT NULL,
  to_seq          BIGINT NOT NULL,
  seqs            JSON NOT NULL COMMENT 'single numbers',
  due             BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  KEY idx_im_burns_due (due)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

ALTER TABLE im_conversations
  ADD KEY idx_im_conversations_destruct (is_msg_destruct, latest_msg_destruct_time);
