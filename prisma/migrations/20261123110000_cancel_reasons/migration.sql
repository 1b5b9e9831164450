-- Why the end of a batch was asked for; null for requests from before this column.
alter table batches add column cancel_reason text check (
  cancel_reason in ('asked', 'client_closed', 'user_inactive', 'connection_deleted', 'access_ended'));
