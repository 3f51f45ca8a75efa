-- Tokens that were issued and hold, for the list of one's logins. The token itself is nowhere stored.
CREATE TABLE logins (
  uid        BIGINT NOT NULL,
  id         VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the id inside the token',
  platform   TINYINT NOT NULL,
  created_at BIGINT NOT NULL COMMENT 'ms',
  expires_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (uid, id),
  KEY idx_logins_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
