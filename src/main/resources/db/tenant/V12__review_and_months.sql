-- Which messages of a group wait for a review; NULL: as the tenant's setting says.
ALTER TABLE im_groups
  ADD COLUMN review VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'off, all, risk; NULL: as the tenant has it' AFTER large;

-- Marks of two more kinds, so that neither a thread nor what waits is looked for among messages.
ALTER TABLE im_group_marks
  MODIFY COLUMN kind VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
    COMMENT 'at: mentions; quiet: does not count as unread; held: waits for a review or was rejected; thread: has a root',
  MODIFY COLUMN uid BIGINT NOT NULL DEFAULT 0 COMMENT 'who is mentioned, 0: everybody; of a thread the number of its root';

INSERT IGNORE INTO im_group_marks (topic, kind, uid, seqid)
SELECT topic, 'thread', root_seqid, seqid FROM im_group_messages WHERE root_seqid IS NOT NULL;

-- What was decided about messages that waited, written in the transaction that releases or rejects them.
CREATE TABLE im_group_audits (
  topic      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  seqid      BIGINT NOT NULL,
  decision   VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'pass, reject',
  reviewer   VARCHAR(128) NOT NULL DEFAULT '' COMMENT 'as the caller named them',
  reason     VARCHAR(512) NOT NULL DEFAULT '',
  version    BIGINT NOT NULL COMMENT 'number of the change in im_group_changes',
  decided_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (topic, seqid),
  KEY idx_im_group_audits_decided (decided_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Where each number of each group is, once groups' messages are kept by the month: both unique keys, which no table of a month can
-- hold for all of them, and the tombstones. Written in the transaction that stores the message.
CREATE TABLE im_group_seq (
  topic         VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  group_id      BIGINT NOT NULL,
  seqid         BIGINT NOT NULL,
  from_user     BIGINT NOT NULL COMMENT 'uid of the sender; 0: a tombstone',
  client_msg_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  month         INT NULL COMMENT 'of im_group_messages_{month}; 0: im_group_messages; NULL: nowhere, a tombstone',
  status        VARCHAR(32) NOT NULL DEFAULT 'normal' COMMENT 'as the message has it',
  audit_status  VARCHAR(32) NOT NULL DEFAULT 'pass' COMMENT 'as the message has it',
  created_at    DATETIME(3) NOT NULL,
  PRIMARY KEY (topic, seqid),
  UNIQUE KEY uk_im_group_seq_group_seq (group_id, seqid),
  UNIQUE KEY uk_im_group_seq_topic_sender_client_mid (topic, from_user, client_msg_id),
  KEY idx_im_group_seq_group_status_seq (group_id, status, seqid),
  KEY idx_im_group_seq_topic_from_seq (topic, from_user, seqid),
  KEY idx_im_group_seq_audit (audit_status, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- One row once messages are kept by the month here: they cannot go back into one table by a setting.
CREATE TABLE im_group_split (
  id       TINYINT NOT NULL,
  since_ms BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
