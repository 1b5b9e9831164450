-- Records a crash of each connection that ran in a crashed worker process, and deletes crashes outside the window.
--
-- Invariants:
-- * All batches of the process count, not only those of this call: a later call finds only the rest of them, and the
--   rows of the earlier call.
-- * One row for each connection and process, however often it is called.
with outdated as (
  delete from connection_crashes
  where at <= now() - :windowMinutes * interval '1 minute'
), ran as (
  select distinct b.worker_id, b.connection_id
  from workers w
  join batches b on b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
  join statements s on s.batch_id = b.id and s.status = 'started'
  where w.lost_cause is not null
    and w.id in (select worker_id from batches where id = any(:batchIds::uuid[]))
)
insert into connection_crashes (connection_id, worker_id, alone)
select connection_id, worker_id, not exists (
  select from ran beside
  where beside.worker_id = ran.worker_id and beside.connection_id <> ran.connection_id
  union all
  select from connection_crashes earlier where earlier.worker_id = ran.worker_id)
from ran
on conflict do nothing
returning connection_id as "connectionId", alone
