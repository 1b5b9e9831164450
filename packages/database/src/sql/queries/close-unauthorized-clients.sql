-- Closes the open connection clients of users who lost access, and notifies their workers.
with lost as (select * from :lostRows), found as (
  select k.id, lost.reason from connection_clients k
  join lost on lost.own_id = k.user_id and lost.user_id = k.user_id and lost.connection_id = k.connection_id
  where k.closed_at is null for update of k skip locked
), closed as (
  update connection_clients set closed_at = now(), close_reason = found.reason
  from found where connection_clients.id = found.id returning found.id
)
select pg_notify(:channel, id::text)::text from closed
