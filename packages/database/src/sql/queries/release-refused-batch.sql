-- Returns a batch to the queue because its target database refused a session, and records the bound that follows.
--
-- Invariants:
-- * Nothing changes when any statement was sent or a cancel was requested.
-- * The recorded bound is the number of other batches that ran on the connection. When several batches are refused
--   within a second, each counts the others as running, so the least of the numbers is kept.
-- * `full_slots` reads the bound.
with released as (
  update batches
  set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
    version = version + 1, updated_at = now()
  where id = :batchId::uuid and lease_token = :leaseToken::uuid and status = 'started'
    and cancel_requested_at is null
    and not exists (select from statements where batch_id = :batchId::uuid and status <> 'queued')
  returning connection_id
)
insert into target_limits as known (connection_id, running, refused_at)
select connection_id, (
  select count(*) from batches b
  where b.connection_id = released.connection_id and b.id <> :batchId::uuid
    and b.status = 'started' and b.lease_token is not null), clock_timestamp()
from released
on conflict (connection_id) do update
set running = case when known.refused_at > clock_timestamp() - interval '1 second'
    then least(known.running, excluded.running) else excluded.running end,
  refused_at = excluded.refused_at
returning connection_id
