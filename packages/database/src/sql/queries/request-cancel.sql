-- Records a cancel request on a batch that a worker holds or will adopt, and notifies the worker.
--
-- Invariants: the first request wins; its time, user and reason stay.
with asked as (
  update batches
  set cancel_requested_at = coalesce(cancel_requested_at, now()),
    cancel_requested_by =
      case when cancel_requested_at is null then :userId else cancel_requested_by end,
    cancel_reason = case when cancel_requested_at is null then 'asked' else cancel_reason end,
    updated_at = now(), version = version + 1
  where id = :id::uuid and status = 'started'
    and (lease_token is not null or exists (select from handovers where batch_id = :id::uuid))
  returning id
)
select pg_notify(:cancelChannel, id::text)::text as asked,
  pg_notify(:changedChannel, id::text)::text as changed
from asked
