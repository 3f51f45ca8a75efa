CREATE TABLE users (
  uid           BIGINT NOT NULL AUTO_INCREMENT,
  account       VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  password_hash VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL
                COMMENT 'NULL: logs in through the product''s own backend only',
  nickname      VARCHAR(128) NOT NULL,
  face_url      VARCHAR(1024) NOT NULL DEFAULT '',
  signature     VARCHAR(512) NOT NULL DEFAULT '',
  ex            VARCHAR(4096) NOT NULL DEFAULT '',
  disabled      BOOLEAN NOT NULL DEFAULT FALSE,
  last_seen_at  BIGINT NOT NULL DEFAULT 0 COMMENT 'ms',
  created_at    BIGINT NOT NULL COMMENT 'ms',
  updated_at    BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (uid),
  UNIQUE KEY uk_users_account (account)
) ENGINE = InnoDB AUTO_INCREMENT = 10001 DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
