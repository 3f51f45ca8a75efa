-- Tokens for one action each. Redis knows them too; which use of one counts is decided here.
CREATE TABLE IF NOT EXISTS action_tokens (
  token_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the token itself is nowhere stored',
  uid        BIGINT NOT NULL,
  action     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  state      TINYINT NOT NULL DEFAULT 0 COMMENT '0 open, 1 used; never back',
  created_at BIGINT NOT NULL COMMENT 'ms',
  expires_at BIGINT NOT NULL COMMENT 'ms',
  used_at    BIGINT NOT NULL DEFAULT 0 COMMENT 'ms',
  PRIMARY KEY (token_hash),
  KEY idx_action_tokens_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

ALTER TABLE users
  ADD COLUMN phone_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL
      COMMENT 'keyed; NULL: no phone was proven' AFTER password_hash,
  ADD COLUMN deleted_at BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: not deleted' AFTER disabled,
  ADD UNIQUE KEY uk_users_phone (phone_hash);
