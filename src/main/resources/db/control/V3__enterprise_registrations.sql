-- Companies that want a code, and what was decided. Kept for good; nothing of it is ever in Redis.
CREATE TABLE IF NOT EXISTS enterprise_registrations (
  id         BIGINT NOT NULL AUTO_INCREMENT,
  code       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the wanted one, in lower case',
  open_code  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'code while undecided: one at a time may wait for it',
  name       VARCHAR(128) NOT NULL,
  contact    VARCHAR(256) NOT NULL DEFAULT '',
  material   JSON NOT NULL COMMENT 'whatever the product asks companies for',
  state      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending' COMMENT 'pending, approved, declined',
  tenant     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'where an approved one leads to',
  created_at BIGINT NOT NULL COMMENT 'ms',
  decided_at BIGINT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  UNIQUE KEY uk_enterprise_registrations_open (open_code),
  KEY idx_enterprise_registrations_state (state, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
