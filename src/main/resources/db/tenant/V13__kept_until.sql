-- Where messages are kept by the month, what is over is found where their numbers are.
ALTER TABLE im_group_seq
  ADD COLUMN expires_at DATETIME(3) NULL COMMENT 'as the message has it',
  ADD KEY idx_im_group_seq_expires (expires_at);
