-- What was chosen when the installation began and cannot be chosen again, as where single chats are kept.
CREATE TABLE installation (
  name  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value VARCHAR(64) NOT NULL,
  PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
