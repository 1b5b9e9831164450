-- Locks batches whose worker has lost its lease, and tells what is known of their statements.
--
-- Invariants:
-- * A worker that ran out of memory hands nothing over: the same batch would fill the memory of the next worker.
-- * Rows that another transaction has locked are left for the next sweep.
with lost as (
  select b.id, w.lost_cause as cause from batches b
  left join workers w on w.id = b.worker_id
  where b.status = 'started' and b.lease_token is not null
    and (w.id is null or w.lease_expires_at < now())
  order by b.id limit :slice
  for update of b skip locked
)
select lost.id::text,
  bool_and(s.status = 'queued') as "isUntouched", bool_and(s.status = 'finished') as "isDone",
  is_adoptable(lost.id) and lost.cause is distinct from 'memory' as "isAdoptable"
from lost join statements s on s.batch_id = lost.id
group by lost.id, lost.cause
