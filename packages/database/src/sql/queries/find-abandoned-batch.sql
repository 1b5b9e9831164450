-- Locks one batch that its worker holds and no longer runs, and tells what is known of its statements.
--
-- Invariants: it is not adoptable, because its worker, which is online, has closed the session.
with held as (
  select id from batches
  where id = :batchId::uuid and lease_token = :leaseToken::uuid and status = 'started'
  for update
)
select held.id::text,
  bool_and(s.status = 'queued') as "isUntouched", bool_and(s.status = 'finished') as "isDone",
  false as "isAdoptable"
from held join statements s on s.batch_id = held.id
group by held.id
