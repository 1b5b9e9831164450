-- Finds the batches that use the access of a user who is being deleted.
create index batches_access_user_id_idx on batches (access_user_id) where access_user_id is not null;
