-- Finds each pair of user and connection that has unfinished work or an open client and may no longer use it.
--
-- Measurements: it reads the distinct pairs once, whatever the number of waiting batches.
with pairs as materialized (
  select user_id, connection_id from batches where status = 'started' and lease_token is null
  union select user_id, connection_id from batches
    where status = 'started' and lease_token is not null and cancel_requested_at is null
  union select user_id, connection_id from connection_clients where closed_at is null
), judged as (
  select pairs.*, :reason as reason from pairs :parties
)
select user_id as "userId", connection_id as "connectionId", reason
from judged where reason is not null
