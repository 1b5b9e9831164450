-- Changes a statement from started to finished and stores its result; ends the batch when it was the last one.
--
-- Invariants:
-- * `held` locks the batch row and checks the fencing token and the worker's lease.
-- * A cancel request that arrives now is too late.
with held as (:held), finished as (
  update statements
  set status = 'finished', stop_time = now(), updated_at = now(),
    columns = :columns::jsonb, row_count = :rowCount,
    affected_rows = :affectedRows, command = :command,
    results_path = :resultsPath, bytes = :bytes,
    checksum = :checksum, truncated_by = :truncatedBy,
    incomplete = :isIncomplete, notices = :notices::jsonb,
    expires_at = :expiresAt
  from held
  where statements.id = :statementId::uuid and batch_id = held.id and status = 'started'
  returning batch_id
), changed as (
  update batches
  set version = version + 1, updated_at = now(),
    row_count = case when :rowCount::bigint is null then row_count
      else coalesce(row_count, 0) + :rowCount::bigint end,
    incomplete = coalesce(incomplete, false) or :isIncomplete,
    status = case when :isLast then 'finished' else status end,
    stop_time = case when :isLast then now() end,
    cancel_outcome = case when :isLast and cancel_requested_at is not null then 'too_late'
      else cancel_outcome end
  from finished where batches.id = finished.batch_id
  returning batches.id
)
select pg_notify(:channel, id::text)::text from changed
