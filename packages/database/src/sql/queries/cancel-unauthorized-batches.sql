-- Requests the cancel of running batches of users who lost access, and notifies their workers.
--
-- Invariants: a batch that waits to be adopted is included; the worker that adopts it carries out the cancel.
with lost as (select * from :lostRows), found as (
  select b.id, lost.reason from batches b
  join lost on lost.own_id = b.user_id and lost.user_id = coalesce(b.access_user_id, b.user_id)
    and lost.connection_id = b.connection_id
  where b.status = 'started' and b.cancel_requested_at is null
    and (b.lease_token is not null or exists (select from handovers h where h.batch_id = b.id))
  for update of b skip locked
), asked as (
  update batches
  set cancel_requested_at = now(), cancel_requested_by = :userId,
    cancel_reason = found.reason, updated_at = now(), version = version + 1
  from found where batches.id = found.id
  returning batches.id
)
select pg_notify(:cancelChannel, id::text)::text as asked,
  pg_notify(:changedChannel, id::text)::text as changed
from asked
