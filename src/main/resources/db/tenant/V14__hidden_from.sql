-- Who may not be told of what became of a message: who deleted it, and who was not there when it was said.
ALTER TABLE im_group_deletions
  ADD KEY idx_im_group_deletions_place (topic, seqid);

ALTER TABLE im_group_members
  ADD KEY idx_im_group_members_from (group_id, state, min_seq);
