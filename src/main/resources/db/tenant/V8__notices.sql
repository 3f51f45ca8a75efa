-- Notifications that are still to be sent. A row is written in the transaction that changes what it tells of, and goes when the message
-- is in the log: so nobody is told of what did not happen, and nothing that happened stays untold.
CREATE TABLE im_notices (
  id              BIGINT NOT NULL AUTO_INCREMENT,
  conversation_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'n_{group_id} or n_{a}_{b}',
  client_msg_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'makes a second sending the same message',
  content_type    INT NOT NULL COMMENT '1001 to 1010',
  uid             BIGINT NOT NULL COMMENT 'whose doing it is',
  content         MEDIUMTEXT NOT NULL,
  created_at      BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  KEY idx_im_notices_conversation (conversation_id, id),
  KEY idx_im_notices_created (created_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
