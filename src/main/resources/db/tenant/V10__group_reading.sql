-- What reading in groups asks for and cannot find by the message itself. A row is written with the message it is about.
CREATE TABLE im_group_marks (
  topic VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  kind  VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'at: mentions; quiet: does not count as unread',
  uid   BIGINT NOT NULL DEFAULT 0 COMMENT 'who is mentioned; 0: everybody',
  seqid BIGINT NOT NULL,
  PRIMARY KEY (topic, kind, uid, seqid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- What happened to groups' conversations besides new messages (rule 12), numbered without gaps in each.
CREATE TABLE im_group_changes (
  topic     VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  version   BIGINT NOT NULL,
  owner     BIGINT NOT NULL DEFAULT 0 COMMENT 'the only member it concerns; 0: all',
  uid       BIGINT NOT NULL COMMENT 'who did it; 0: the server',
  kind      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
            COMMENT 'revoked, edited, deleted, cleared, settings',
  body      JSON NOT NULL,
  time      BIGINT NOT NULL COMMENT 'ms',
  open_mark TINYINT NULL COMMENT '1 until members can learn of it; then NULL',
  PRIMARY KEY (topic, version),
  KEY idx_im_group_changes_owner (topic, owner, version),
  KEY idx_im_group_changes_open (open_mark, time)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Messages a member deleted for oneself.
CREATE TABLE im_group_deletions (
  uid   BIGINT NOT NULL,
  topic VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  seqid BIGINT NOT NULL,
  PRIMARY KEY (uid, topic, seqid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
