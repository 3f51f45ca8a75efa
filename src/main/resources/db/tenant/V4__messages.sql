-- Messages at rest in MySQL. Texts are compared as utf8mb4_unicode_ci does, without case, but for what is an id: grpAb and grpaB are two.

-- Groups (X-001). A row of kind hole has from_user 0 and no client id.
CREATE TABLE IF NOT EXISTS im_group_messages (
  id                 BIGINT NOT NULL AUTO_INCREMENT,
  topic              VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'of the group, grp_xxx',
  group_id           BIGINT NOT NULL COMMENT 'for parts, governance and statistics',
  seqid              BIGINT NOT NULL COMMENT 'place in the group, issued by Redis',
  from_user          BIGINT NOT NULL COMMENT 'uid of the sender',
  client_msg_id      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL COMMENT 'the client''s id, for sending again',
  msg_type           VARCHAR(32) NOT NULL DEFAULT 'text' COMMENT 'text, image, file, audio, video, system, ...',
  status             VARCHAR(32) NOT NULL DEFAULT 'normal' COMMENT 'normal, recalled, deleted, blocked',
  content            JSON NULL COMMENT 'body',
  head               JSON NULL COMMENT 'headers: @, quote, what the client can do',
  mentioned_user_ids JSON NULL COMMENT 'who is mentioned',
  mention_all        TINYINT(1) NOT NULL DEFAULT 0,
  reply_seqid        BIGINT NULL COMMENT 'the message replied to',
  root_seqid         BIGINT NULL COMMENT 'root of the thread or of what was merged',
  file_count         INT NOT NULL DEFAULT 0,
  content_size       INT NOT NULL DEFAULT 0 COMMENT 'bytes of the body as JSON',
  has_risk           TINYINT(1) NOT NULL DEFAULT 0,
  audit_status       VARCHAR(32) NOT NULL DEFAULT 'pass' COMMENT 'pass, pending, reject',
  version            INT NOT NULL DEFAULT 1 COMMENT 'of the content, raised by edits',
  recalled_at        DATETIME(3) NULL,
  recalled_by        BIGINT NULL,
  deleted_at         DATETIME(3) NULL,
  expires_at         DATETIME(3) NULL COMMENT 'kept until then, for good where NULL',
  created_at         DATETIME(3) NOT NULL,
  updated_at         DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_im_group_messages_group_seq (group_id, seqid),
  UNIQUE KEY uk_im_group_messages_topic_seq (topic, seqid),
  UNIQUE KEY uk_im_group_messages_topic_sender_client_mid (topic, from_user, client_msg_id),
  KEY idx_im_group_messages_group_created (group_id, created_at),
  KEY idx_im_group_messages_group_status_seq (group_id, status, seqid),
  KEY idx_im_group_messages_topic_created (topic, created_at),
  KEY idx_im_group_messages_topic_from_seq (topic, from_user, seqid),
  KEY idx_im_group_messages_audit (audit_status, created_at),
  KEY idx_im_group_messages_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Everything that is no group's message (X-001): the same with the conversation for the topic and the recipient for the group.
-- A recipient has many conversations, each numbered from 1, so the two together are not unique.
CREATE TABLE IF NOT EXISTS im_messages (
  id                 BIGINT NOT NULL AUTO_INCREMENT,
  conversation_id    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  recv_user          BIGINT NOT NULL COMMENT 'uid of the recipient',
  seqid              BIGINT NOT NULL COMMENT 'place in the conversation',
  from_user          BIGINT NOT NULL COMMENT 'uid of the sender',
  client_msg_id      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL COMMENT 'the client''s id, for sending again',
  msg_type           VARCHAR(32) NOT NULL DEFAULT 'text' COMMENT 'text, image, file, audio, video, system, ...',
  status             VARCHAR(32) NOT NULL DEFAULT 'normal' COMMENT 'normal, recalled, deleted, blocked',
  content            JSON NULL COMMENT 'body',
  head               JSON NULL COMMENT 'headers: @, quote, what the client can do',
  mentioned_user_ids JSON NULL COMMENT 'who is mentioned',
  mention_all        TINYINT(1) NOT NULL DEFAULT 0,
  reply_seqid        BIGINT NULL COMMENT 'the message replied to',
  root_seqid         BIGINT NULL COMMENT 'root of the thread or of what was merged',
  file_count         INT NOT NULL DEFAULT 0,
  content_size       INT NOT NULL DEFAULT 0 COMMENT 'bytes of the body as JSON',
  has_risk           TINYINT(1) NOT NULL DEFAULT 0,
  audit_status       VARCHAR(32) NOT NULL DEFAULT 'pass' COMMENT 'pass, pending, reject',
  version            INT NOT NULL DEFAULT 1 COMMENT 'of the content, raised by edits',
  recalled_at        DATETIME(3) NULL,
  recalled_by        BIGINT NULL,
  deleted_at         DATETIME(3) NULL,
  expires_at         DATETIME(3) NULL COMMENT 'kept until then, for good where NULL',
  created_at         DATETIME(3) NOT NULL,
  updated_at         DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_im_messages_conversation_seq (conversation_id, seqid),
  UNIQUE KEY uk_im_messages_conversation_sender_client_mid (conversation_id, from_user, client_msg_id),
  KEY idx_im_messages_recv_created (recv_user, created_at),
  KEY idx_im_messages_recv_status_seq (recv_user, status, seqid),
  KEY idx_im_messages_conversation_created (conversation_id, created_at),
  KEY idx_im_messages_conversation_from_seq (conversation_id, from_user, seqid),
  KEY idx_im_messages_audit (audit_status, created_at),
  KEY idx_im_messages_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- One row per owner of a conversation, as in MongoDB's collection conversation.
CREATE TABLE IF NOT EXISTS im_conversations (
  owner_user_id            BIGINT NOT NULL,
  conversation_id          VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  conversation_type        INT NOT NULL COMMENT '1 single, 2 group, 4 notification',
  user_id                  BIGINT NOT NULL DEFAULT 0 COMMENT 'the peer of a single chat',
  group_id                 BIGINT NOT NULL DEFAULT 0 COMMENT 'the group of a group chat',
  recv_msg_opt             INT NOT NULL DEFAULT 0,
  is_pinned                TINYINT(1) NOT NULL DEFAULT 0,
  is_private_chat          TINYINT(1) NOT NULL DEFAULT 0,
  burn_duration            INT NOT NULL DEFAULT 30 COMMENT 's',
  burn_from_seq            BIGINT NOT NULL DEFAULT 0,
  group_at_type            INT NOT NULL DEFAULT 0,
  attached_info            VARCHAR(4096) NOT NULL DEFAULT '',
  ex                       VARCHAR(4096) NOT NULL DEFAULT '',
  max_seq                  BIGINT NOT NULL DEFAULT 0 COMMENT '0: no upper bound',
  min_seq                  BIGINT NOT NULL DEFAULT 0,
  hidden_seq               BIGINT NOT NULL DEFAULT -1 COMMENT 'hidden from the list up to this number',
  latest_seq               BIGINT NOT NULL DEFAULT 0,
  latest_msg_time          BIGINT NOT NULL DEFAULT 0 COMMENT 'ms',
  settings_version         BIGINT NOT NULL DEFAULT 0,
  is_msg_destruct          TINYINT(1) NOT NULL DEFAULT 0,
  msg_destruct_time        BIGINT NOT NULL DEFAULT 604800 COMMENT 's',
  latest_msg_destruct_time BIGINT NOT NULL DEFAULT 0 COMMENT 'ms',
  create_time              BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (owner_user_id, conversation_id),
  KEY idx_im_conversations_list (owner_user_id, is_pinned, latest_msg_time),
  KEY idx_im_conversations_conversation (conversation_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Numbers of a conversation that is kept here, as in MongoDB's collection seq.
CREATE TABLE IF NOT EXISTS im_seq (
  conversation_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  max_seq         BIGINT NOT NULL DEFAULT 0 COMMENT 'end of the last reserved block',
  min_seq         BIGINT NOT NULL DEFAULT 0 COMMENT 'lowest number served to anyone',
  head            BIGINT NOT NULL DEFAULT 0 COMMENT 'all up to it are settled',
  PRIMARY KEY (conversation_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Read positions and bounds, as in MongoDB's collection seq_user.
CREATE TABLE IF NOT EXISTS im_seq_user (
  user_id         BIGINT NOT NULL,
  conversation_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  min_seq         BIGINT NOT NULL DEFAULT 0,
  max_seq         BIGINT NOT NULL DEFAULT 0 COMMENT '0: no upper bound',
  read_seq        BIGINT NOT NULL DEFAULT 0,
  seen_seq        BIGINT NOT NULL DEFAULT 0,
  seen_seqs       JSON NULL COMMENT 'single numbers seen above seen_seq',
  version         BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, conversation_id),
  KEY idx_im_seq_user_conversation (conversation_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- The highest number given in a topic; raised in the transaction that stores messages or holes (rules 1 and 2).
CREATE TABLE IF NOT EXISTS im_topic_seq (
  topic VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  high  BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (topic)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Files that came with group messages. What a file contains is elsewhere; this says which message brought it.
CREATE TABLE IF NOT EXISTS im_group_files (
  id           BIGINT NOT NULL AUTO_INCREMENT,
  group_id     BIGINT NOT NULL,
  source_topic VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  source_seq   BIGINT NOT NULL,
  position     INT NOT NULL DEFAULT 0 COMMENT 'among the files of the message, from 0',
  from_user    BIGINT NOT NULL COMMENT 'uid of the sender',
  object_key   VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'where the file is: its key or address',
  name         VARCHAR(255) NOT NULL DEFAULT '',
  mime         VARCHAR(128) NOT NULL DEFAULT '',
  size         BIGINT NOT NULL DEFAULT 0 COMMENT 'bytes',
  status       VARCHAR(32) NOT NULL DEFAULT 'normal' COMMENT 'normal, deleted',
  created_at   DATETIME(3) NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_im_group_files_source (source_topic, source_seq, position),
  KEY idx_im_group_files_group_created (group_id, created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
