CREATE TABLE tenants (
  tenant     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name       VARCHAR(128) NOT NULL,
  disabled   BOOLEAN NOT NULL DEFAULT FALSE,
  settings   JSON NOT NULL,
  created_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (tenant)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- What every node must learn of. A row is written in the transaction that changes what it speaks of. Times are the
-- database server's, since the clocks of nodes differ.
CREATE TABLE revocations (
  id         BIGINT NOT NULL AUTO_INCREMENT,
  kind       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
             COMMENT 'token, user_disabled, user_enabled, tenant_disabled, tenant_enabled',
  tenant     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  uid        BIGINT NOT NULL DEFAULT 0,
  token_id   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL COMMENT 'ms; a disabled user has no valid token issued up to it',
  expires_at BIGINT NOT NULL COMMENT 'ms; no token it speaks of outlives it',
  PRIMARY KEY (id),
  KEY idx_revocations_created (created_at),
  KEY idx_revocations_expires (expires_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
