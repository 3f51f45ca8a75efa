-- Who is whose friend. Every change between two users locks their row in relation_pairs first, so that what both of them do at
-- once has an order, and no two changes wait for each other in a circle.
CREATE TABLE relation_pairs (
  low_uid  BIGINT NOT NULL,
  high_uid BIGINT NOT NULL,
  PRIMARY KEY (low_uid, high_uid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Two rows for a friendship, one for each side; there are both or none.
CREATE TABLE friends (
  uid        BIGINT NOT NULL,
  friend_uid BIGINT NOT NULL,
  remark     VARCHAR(128) NOT NULL DEFAULT '' COMMENT 'what uid calls the friend',
  created_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (uid, friend_uid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE friend_requests (
  id         BIGINT NOT NULL AUTO_INCREMENT,
  from_uid   BIGINT NOT NULL,
  to_uid     BIGINT NOT NULL,
  message    VARCHAR(256) NOT NULL DEFAULT '',
  state      VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending'
             COMMENT 'pending, accepted, declined',
  open       BOOLEAN NULL DEFAULT TRUE COMMENT 'NULL once it is decided: one open request in each direction',
  actor_uid  BIGINT NOT NULL DEFAULT 0 COMMENT 'who decided it; 0: nobody yet',
  created_at BIGINT NOT NULL COMMENT 'ms',
  decided_at BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: not yet',
  PRIMARY KEY (id),
  UNIQUE KEY uk_friend_requests_open (from_uid, to_uid, open),
  KEY idx_friend_requests_from (from_uid, id),
  KEY idx_friend_requests_to (to_uid, id),
  KEY idx_friend_requests_pair (from_uid, to_uid, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE blocks (
  uid         BIGINT NOT NULL,
  blocked_uid BIGINT NOT NULL,
  created_at  BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (uid, blocked_uid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
