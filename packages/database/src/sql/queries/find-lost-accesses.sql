-- Finds each pair of user and connection that has unfinished work or an open client and may no longer use it.
--
-- Invariants: `user_id` is the user whose access the work uses. `own_id` is the user of the work itself, who must be
-- active too.
--
-- Measurements: it reads the distinct pairs once, whatever the number of waiting batches.
with pairs as materialized (
  select user_id as own_id, coalesce(access_user_id, user_id) as user_id, connection_id from batches
    where status = 'started' and lease_token is null
  union select user_id, coalesce(access_user_id, user_id), connection_id from batches
    where status = 'started' and lease_token is not null and cancel_requested_at is null
  union select user_id, user_id, connection_id from connection_clients where closed_at is null
), judged as (
  select pairs.*, case
      when own_id <> user_id and not exists (
        select from principals own where own.id = own_id and not own.disabled) then 'user_inactive'
      else :reason end as reason
  from pairs :parties
)
select own_id as "ownId", user_id as "userId", connection_id as "connectionId", reason
from judged where reason is not null
