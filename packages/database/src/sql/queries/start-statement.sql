-- Changes a statement from queued to started, before any of it is sent.
--
-- Invariants:
-- * The batch row is locked first; it must carry this lease token and no cancel request, and the worker's lease must
--   last.
-- * No row: nothing was changed, and the statement must not be sent.
with held as (
  select id from batches
  where id = :batchId::uuid and lease_token = :leaseToken::uuid and status = 'started'
    and cancel_requested_at is null
    and exists (select from workers where id = :workerId and lease_expires_at > now())
  for update
), started as (
  update statements
  set status = 'started', start_time = now(), updated_at = now(), execution_id = :executionId
  from held
  where statements.id = :statementId::uuid and batch_id = held.id and status = 'queued'
  returning batch_id, start_time
), changed as (
  update batches set version = version + 1, updated_at = now()
  from started where batches.id = started.batch_id
  returning batches.id, started.start_time
)
select pg_notify(:channel, id::text)::text, start_time as "startTime"
from changed
