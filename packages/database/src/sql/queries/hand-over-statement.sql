-- Stores what another worker needs to adopt a running warehouse statement.
--
-- Invariants:
-- * One handover a batch; a new one replaces the one before it.
-- * The count of lost workers starts again with each statement.
with held as (:held), reported as (
  update statements set execution_id = :executionId, updated_at = now()
  from held
  where statements.id = :statementId::uuid and batch_id = held.id and status = 'started'
  returning statements.id, batch_id
), kept as (
  insert into handovers (batch_id, statement_id, session)
  select batch_id, id, :session from reported
  on conflict (batch_id) do update
  set statement_id = excluded.statement_id, session = excluded.session,
    losses = case when handovers.statement_id = excluded.statement_id then handovers.losses else 0 end
), changed as (
  update batches set version = version + 1, updated_at = now()
  from reported where batches.id = reported.batch_id
  returning batches.id
)
select pg_notify(:channel, id::text)::text from changed
