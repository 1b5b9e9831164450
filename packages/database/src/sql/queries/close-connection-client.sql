-- Closes a connection client, requests the cancel of the batch that runs on it, and notifies the worker.
--
-- Invariants: the first cancel request of a batch wins. No row when the client was closed before.
with closed as (
  update connection_clients set closed_at = now(), close_reason = :reason
  where id = :id::uuid and closed_at is null
  returning id::text
), asked as (
  update batches
  set cancel_requested_at = coalesce(cancel_requested_at, now()),
    cancel_requested_by =
      case when cancel_requested_at is null then :userId else cancel_requested_by end,
    cancel_reason =
      case when cancel_requested_at is null then :cancelReason else cancel_reason end,
    updated_at = now(), version = version + 1
  from closed
  where connection_client_id = closed.id and status = 'started' and lease_token is not null
  returning batches.id::text
)
select (select pg_notify(:cancelChannel, asked.id)::text from asked) as asked,
  (select pg_notify(:changedChannel, asked.id)::text from asked) as changed,
  pg_notify(:clientChannel, closed.id)::text as closed,
  (select asked.id from asked) as "batchId"
from closed
