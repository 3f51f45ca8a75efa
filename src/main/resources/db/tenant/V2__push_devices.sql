-- Where a device of a user is reminded. A token and a device are with one account at a time: who sets it last has it.
CREATE TABLE push_devices (
  device_id  VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  uid        BIGINT NOT NULL,
  provider   VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'jpush, webhook',
  token      VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'what the provider knows the device by',
  updated_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (device_id),
  UNIQUE KEY uk_push_devices_token (provider, token),
  KEY idx_push_devices_uid (uid, provider, updated_at)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
