-- Cancels a waiting batch at once.
--
-- Invariants: no row when a worker holds the batch, or when it waits to be adopted and so may still run.
with ended as (
  update batches
  set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
    cancel_requested_at = now(), cancel_requested_by = :userId, cancel_reason = 'asked',
    cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
  where id = :id::uuid and status = 'started' and lease_token is null
    and not exists (select from handovers where batch_id = :id::uuid)
  returning id
), cancelled as (
  update statements
  set status = 'cancelled', updated_at = now()
  from ended where batch_id = ended.id and status = 'queued'
)
select pg_notify(:channel, id::text)::text from ended
