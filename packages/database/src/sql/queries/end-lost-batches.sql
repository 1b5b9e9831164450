-- Ends batches of lost workers in error; what was sent is never sent again.
--
-- Invariants:
-- * The statement at fault is the first one that is not final. The outcome of a started statement is unknown.
-- * A started statement with an execution ID becomes an orphan, so that a worker cancels it on its server. This does
--   not happen when its worker is online and merely gave it up: that worker has closed the session, and the server may
--   have given the session's ID to another user.
-- * When a worker ran out of memory with one statement running, that statement gets the blame.
-- * The session of a started statement was closed with its worker, which ends a cancel request. Between two statements
--   nothing ran, so the cancel is confirmed.
with fault as (
  select distinct on (s.batch_id) s.id, s.batch_id, s.status, s.execution_id, b.worker_id
  from statements s join batches b on b.id = s.batch_id
  where s.batch_id = any(:ids::uuid[]) and s.status in ('queued', 'started')
  order by s.batch_id, s.sequence
), beside as (
  select worker_id, count(*) as running from fault where status = 'started' group by worker_id
), sent as (
  select fault.id, fault.batch_id, fault.execution_id, w.lease_expires_at > now() as is_online,
    case when w.lost_cause is distinct from 'memory' then :workerLost::jsonb
      when beside.running = 1 then :outOfMemory::jsonb
      else :outOfMemoryBeside::jsonb end as error
  from fault left join beside using (worker_id) left join workers w on w.id = fault.worker_id
  where fault.status = 'started'
), orphaned as (
  insert into orphans (statement_id)
  select id from sent where execution_id is not null and is_online is not true
  on conflict do nothing
), ended_statements as (
  update statements s
  set status = case when s.id = fault.id then 'error' else 'cancelled' end,
    error = case
      when s.id <> fault.id then null
      when fault.status = 'started' then (select sent.error from sent where sent.id = s.id)
      else :workerLostBetween::jsonb end,
    stop_time = case when s.start_time is not null then now() end,
    updated_at = now()
  from fault
  where s.batch_id = fault.batch_id and s.status in ('queued', 'started')
), ended as (
  update batches
  set status = 'error', stop_time = now(), updated_at = now(), version = version + 1,
    cancel_outcome = case when cancel_requested_at is not null then
      case when exists (select from sent where sent.batch_id = batches.id)
        then 'connection_closed' else 'confirmed' end end,
    cancel_confirmed_at = case when cancel_requested_at is not null then now() end
  where id = any(:ids::uuid[])
  returning id
)
select pg_notify(:channel, id::text)::text from ended
