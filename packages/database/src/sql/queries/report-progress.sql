-- Stores how many rows a running statement has produced so far.
--
-- Invariants: the batch must carry this lease token. The lease itself is not checked: progress of a worker that is
-- about to lose its lease is still true.
with held as (
  select id from batches
  where id = :batchId::uuid and lease_token = :leaseToken::uuid and status = 'started'
  for update
), progressed as (
  update statements
  set row_count = :rowCount, columns = :columns::jsonb, updated_at = now()
  from held
  where statements.id = :statementId::uuid and batch_id = held.id and status = 'started'
  returning batch_id
), changed as (
  update batches set version = version + 1, updated_at = now()
  from progressed where batches.id = progressed.batch_id
  returning batches.id
)
select pg_notify(:channel, id::text)::text from changed
