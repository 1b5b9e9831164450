-- Counts the adoption of a running statement by this worker and returns how long it has run.
--
-- Invariants: no row when the worker does not hold the batch or the statement has no handover.
with held as (:held), handed_over as (
  select held.id from held join handovers on batch_id = held.id
  where statement_id = :statementId::uuid
)
update statements set adoptions = adoptions + 1, updated_at = now()
from handed_over
where statements.id = :statementId::uuid and batch_id = handed_over.id and status = 'started'
returning adoptions, start_time as "startTime",
  extract(epoch from clock_timestamp() - start_time)::float8 * 1000 as "runningMs"
