-- Reads the open connection clients of a worker, and why each of them must be closed.
--
-- Invariants:
-- * A client whose user lost access or whose connection changed is closed at once.
-- * A client that runs a batch outlasts its idle and keep-alive times.
select k.id::text, :runningBatch as "batchId",
  case
    when :accessLoss is not null then :accessLoss
    when c.updated_at > k.connected_at then 'connection_changed'
    when :runningBatch is not null then null
    when :keepAliveEnd < now() then 'not_kept_alive'
    when :idleEnd < now() then 'idle'
  end as "closeReason",
  exists (
    select from batches b
    where b.connection_client_id = k.id::text and b.status = 'started'
      and b.lease_token is null) as "isAwaited"
from connection_clients k :parties
where k.worker_id = :workerId and k.closed_at is null
