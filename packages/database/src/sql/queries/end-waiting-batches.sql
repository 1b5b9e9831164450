-- Ends waiting batches in error. The first statement gets the error, the others are cancelled.
--
-- Invariants:
-- * `condition` is SQL over `batches b`, with an order and a limit when the caller wants them.
-- * Batches that wait to be adopted are not ended here: their statement may still run.
with waiting as (
  select b.id from batches b
  where b.status = 'started' and b.lease_token is null
    and not exists (select from handovers h where h.batch_id = b.id) and :condition
  for update skip locked
), ended_statements as (
  update statements s
  set status = case when s.sequence = 1 then 'error' else 'cancelled' end,
    error = case when s.sequence = 1 then :error::jsonb end,
    updated_at = now()
  from waiting where s.batch_id = waiting.id and s.status = 'queued'
), ended as (
  update batches
  set status = 'error', stop_time = now(), updated_at = now(), version = version + 1
  from waiting where batches.id = waiting.id
  returning batches.id
)
select pg_notify(:channel, id::text)::text from ended
