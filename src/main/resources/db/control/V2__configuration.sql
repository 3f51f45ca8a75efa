-- What administrators set for the whole installation; every node holds a copy in memory and reads it again by the clock.

CREATE TABLE IF NOT EXISTS hg_sys_config (
  name       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value      TEXT NOT NULL,
  updated_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE IF NOT EXISTS hg_sys_dict_type (
  id         BIGINT NOT NULL AUTO_INCREMENT,
  type       VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name       VARCHAR(128) NOT NULL COMMENT 'for people',
  updated_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  UNIQUE KEY uk_hg_sys_dict_type_type (type)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE IF NOT EXISTS hg_sys_dict_data (
  id     BIGINT NOT NULL AUTO_INCREMENT,
  type   VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'of hg_sys_dict_type',
  value  VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  label  VARCHAR(128) NOT NULL COMMENT 'for people',
  sort   INT NOT NULL DEFAULT 0 COMMENT 'place in the list',
  status TINYINT NOT NULL DEFAULT 1 COMMENT '1 in use, 2 not offered any more',
  PRIMARY KEY (id),
  UNIQUE KEY uk_hg_sys_dict_data_value (type, value),
  KEY idx_hg_sys_dict_data_sort (type, sort)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- How services outside are reached. Secrets stand here in clear: who reads this table can act for the installation there.
CREATE TABLE IF NOT EXISTS third_party_settings (
  name       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'sms, oss, content_safety, agora',
  settings   JSON NOT NULL,
  secrets    JSON NOT NULL,
  updated_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- The code people of a company know, and the tenant it leads to. Codes are kept in lower case.
CREATE TABLE IF NOT EXISTS enterprises (
  code       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  tenant     VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  name       VARCHAR(128) NOT NULL,
  mode       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'open' COMMENT 'open, login',
  disabled   BOOLEAN NOT NULL DEFAULT FALSE,
  created_at BIGINT NOT NULL COMMENT 'ms',
  updated_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (code),
  KEY idx_enterprises_tenant (tenant)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
