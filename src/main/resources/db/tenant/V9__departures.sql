-- Deleted users who are still in groups and in others' lists of friends. A row is written in the transaction that deletes the user, and
-- goes when they are in none any more.
CREATE TABLE im_departures (
  uid        BIGINT NOT NULL,
  created_at BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (uid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
