-- Ends a batch that did not finish, with every statement that is not final.
--
-- Invariants:
-- * The batch must carry this lease token. The lease is not checked: the sweep changes the token when it ends the
--   batch of a lost worker.
-- * The statement at fault gets the batch's status, the error and its notices; the others are cancelled.
-- * With `isOrphaned` the statement at fault may still run on its server and is queued to be cancelled there.
with held as (
  select id from batches
  where id = :batchId::uuid and lease_token = :leaseToken::uuid and status = 'started'
  for update
), ended as (
  update statements
  set status = case when statements.id = :statementId::uuid then :status else 'cancelled' end,
    error = case when statements.id = :statementId::uuid then :error::jsonb end,
    notices = case when statements.id = :statementId::uuid then :notices::jsonb else notices end,
    stop_time = case when start_time is not null then now() end,
    updated_at = now()
  from held
  where batch_id = held.id and status in ('queued', 'started')
), orphaned as (
  insert into orphans (statement_id)
  select s.id from statements s join held on held.id = s.batch_id
  where s.id = :statementId::uuid and s.execution_id is not null and :isOrphaned
  on conflict do nothing
), changed as (
  update batches
  set version = version + 1, updated_at = now(), status = :status, stop_time = now(),
    cancel_confirmed_at = case when :cancelOutcome::text is not null then now() end,
    cancel_outcome = case when cancel_requested_at is not null
      then coalesce(:cancelOutcome, 'too_late') end
  from held where batches.id = held.id
  returning batches.id
)
select pg_notify(:channel, id::text)::text from changed
