-- Groups, their members and what members decide about each other. Every change of a group locks its row in im_groups first, so
-- that two of them never wait for each other in a circle; member_count and version change in the same transaction.
CREATE TABLE im_groups (
  group_id        BIGINT NOT NULL AUTO_INCREMENT,
  name            VARCHAR(128) NOT NULL,
  face_url        VARCHAR(1024) NOT NULL DEFAULT '',
  introduction    VARCHAR(1024) NOT NULL DEFAULT '',
  owner_uid       BIGINT NOT NULL,
  status          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'normal'
                  COMMENT 'normal, muted, dissolved; muted counts until muted_until',
  muted_until     BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: not muted',
  join_policy     VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'approval'
                  COMMENT 'open, approval, closed',
  invite_policy   VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'all' COMMENT 'all, admins',
  announce_policy VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'admins' COMMENT 'all, admins',
  member_count    INT NOT NULL DEFAULT 0 COMMENT 'members in state active',
  large           BOOLEAN NULL COMMENT 'NULL: the number of members decides',
  ex              VARCHAR(4096) NOT NULL DEFAULT '',
  version         BIGINT NOT NULL DEFAULT 1 COMMENT 'rises with every change of the group or of a member',
  created_at      BIGINT NOT NULL COMMENT 'ms',
  updated_at      BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (group_id),
  KEY idx_im_groups_owner (owner_uid)
) ENGINE = InnoDB AUTO_INCREMENT = 10001 DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- One row for whoever is or was in a group. A member may read from min_seq on and, once out, up to max_seq.
CREATE TABLE im_group_members (
  group_id    BIGINT NOT NULL,
  uid         BIGINT NOT NULL,
  role        VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'member' COMMENT 'owner, admin, member',
  state       VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'active'
              COMMENT 'active, left, removed, blocked',
  nickname    VARCHAR(128) NULL COMMENT 'in this group; NULL: the user''s own',
  muted_until BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: not muted',
  inviter_uid BIGINT NOT NULL DEFAULT 0 COMMENT '0: nobody',
  join_seq    BIGINT NOT NULL DEFAULT 0 COMMENT 'highest number of the group at the last joining',
  min_seq     BIGINT NOT NULL DEFAULT 1 COMMENT 'lowest number the member may read',
  max_seq     BIGINT NOT NULL DEFAULT 0 COMMENT '0: no bound; else the number of the departure',
  joined_at   BIGINT NOT NULL COMMENT 'ms',
  left_at     BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: has not',
  left_by     BIGINT NOT NULL DEFAULT 0 COMMENT 'who removed or blocked; 0: the system',
  version     BIGINT NOT NULL DEFAULT 1 COMMENT 'of the group at the last change of this row',
  PRIMARY KEY (group_id, uid),
  KEY idx_im_group_members_list (group_id, state, uid),
  KEY idx_im_group_members_role (group_id, state, role, uid),
  KEY idx_im_group_members_muted (group_id, state, muted_until),
  KEY idx_im_group_members_of_user (uid, state, group_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Who brought whom into a group, and when; one row each time.
CREATE TABLE im_group_invitations (
  id          BIGINT NOT NULL AUTO_INCREMENT,
  group_id    BIGINT NOT NULL,
  uid         BIGINT NOT NULL,
  inviter_uid BIGINT NOT NULL COMMENT '0: the system',
  created_at  BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  KEY idx_im_group_invitations_group (group_id, id),
  KEY idx_im_group_invitations_user (uid, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Applications. pending_mark is 1 while one is pending and NULL afterwards, so that a user has at most one pending in a group.
CREATE TABLE im_group_join_requests (
  id           BIGINT NOT NULL AUTO_INCREMENT,
  group_id     BIGINT NOT NULL,
  uid          BIGINT NOT NULL,
  message      VARCHAR(512) NOT NULL DEFAULT '',
  state        VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'pending'
               COMMENT 'pending, accepted, declined',
  pending_mark TINYINT NULL DEFAULT 1,
  actor_uid    BIGINT NOT NULL DEFAULT 0 COMMENT 'who decided; 0: nobody yet, or the group''s join_policy',
  created_at   BIGINT NOT NULL COMMENT 'ms',
  decided_at   BIGINT NOT NULL DEFAULT 0 COMMENT 'ms; 0: pending',
  PRIMARY KEY (id),
  UNIQUE KEY uk_im_group_join_requests_pending (group_id, uid, pending_mark),
  KEY idx_im_group_join_requests_group (group_id, state, id),
  KEY idx_im_group_join_requests_user (uid, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE im_group_announcements (
  id            BIGINT NOT NULL AUTO_INCREMENT,
  group_id      BIGINT NOT NULL,
  content       TEXT NOT NULL,
  need_confirm  BOOLEAN NOT NULL DEFAULT FALSE,
  author_uid    BIGINT NOT NULL,
  editor_uid    BIGINT NOT NULL COMMENT 'who changed it last',
  state         VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'current' COMMENT 'current, removed',
  confirm_count INT NOT NULL DEFAULT 0,
  version       BIGINT NOT NULL DEFAULT 1 COMMENT 'rises with every edit',
  created_at    BIGINT NOT NULL COMMENT 'ms',
  updated_at    BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (id),
  KEY idx_im_group_announcements_group (group_id, state, id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

CREATE TABLE im_group_announcement_confirms (
  announcement_id BIGINT NOT NULL,
  uid             BIGINT NOT NULL,
  version         BIGINT NOT NULL COMMENT 'of the announcement that was confirmed',
  confirmed_at    BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (announcement_id, uid)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;

-- Every version an announcement ever had, the present one included.
CREATE TABLE im_group_announcement_history (
  announcement_id BIGINT NOT NULL,
  version         BIGINT NOT NULL,
  action          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'posted, edited, removed',
  content         TEXT NOT NULL,
  need_confirm    BOOLEAN NOT NULL,
  actor_uid       BIGINT NOT NULL,
  created_at      BIGINT NOT NULL COMMENT 'ms',
  PRIMARY KEY (announcement_id, version)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_unicode_ci;
