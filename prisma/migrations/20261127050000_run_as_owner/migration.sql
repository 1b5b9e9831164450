-- Saved queries that readers run on the access of the owner.
alter table queries add column run_as text not null default 'caller';
-- The user whose access a batch uses, if that is not its user.
alter table batches add column access_user_id text;
