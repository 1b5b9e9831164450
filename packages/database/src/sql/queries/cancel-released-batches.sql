-- Cancels released batches whose cancel request the lost worker never saw.
--
-- Invariants: nothing of these batches was sent, so the cancel is confirmed at once.
with ended as (
  update batches
  set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
    cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
  where id = any(:ids::uuid[]) and cancel_requested_at is not null
  returning id
), cancelled as (
  update statements set status = 'cancelled', updated_at = now()
  from ended where batch_id = ended.id
)
select pg_notify(:channel, id::text)::text from ended
