-- Writes a batch, its statements, its idempotency key and its audit event, and notifies an idle worker.
--
-- Invariants:
-- * Nothing is written unless the connection matches (`connectionMatches`), the tenant is below its limit of waiting
--   batches, and the idempotency key is new or older than 24 hours. The returned row says which condition failed.
-- * `turn` is after the tenant's last waiting batch in the pool, and not before the lowest waiting turn of the pool.
-- * The row is its own dispatch mark: when the notification is lost, the sweep wakes a worker.
-- * A batch of a connection client sends no notification: only that client's worker may run it.
--
-- Measurements: one statement for all rows. One insert for each row through the client took three times the
-- processor time.
with connection as materialized (
  select :connectionMatches as matches, coalesce(
    (select worker_pool from connections where id = :connectionId),
    :defaultPool) as pool
), owner as materialized (
  select coalesce((
    select nullif(data #>> :tenantPath::text[], '') from users
    where id = :userId and :tenantPath::text[] is not null), :userId) as tenant_name
), place as materialized (
  select tenant_name,
    greatest(
      coalesce((select max(turn) + 1 from batches
        where tenant = tenant_name and worker_pool = pool
          and status = 'started' and lease_token is null), 0),
      coalesce((select min(turn) from batches
        where worker_pool = pool and status = 'started' and lease_token is null), 0)) as turn,
    :maxWaiting::int = 0 or :maxWaiting::int > (select count(*) from (
      select from batches where tenant = tenant_name and status = 'started' and lease_token is null
      limit :maxWaiting::int) waiting) as below_limit
  from owner, connection
), key as (
  insert into idempotency_keys as known (user_id, key, request_hash, batch_id)
  select :userId, :key, :requestHash, :id::uuid from place, connection
  where :key::text is not null and below_limit and matches
  on conflict (user_id, key) do update
  set request_hash = excluded.request_hash, batch_id = excluded.batch_id, created_at = now()
  where known.created_at < now() - interval '24 hours'
  returning true
), batch as (
  insert into batches (id, query_id, name, connection_id, connection_client_id, status,
    batch_text, selected_text, chart, user_id, tenant, turn, worker_pool,
    trace_parent, token_id, read_only, max_rows, parameters, reuse_key, access_user_id)
  select :id::uuid, :queryId, :name, :connectionId,
    :connectionClientId, 'started', :batchText, :selectedText,
    :chart::jsonb, :userId,
    place.tenant_name, place.turn, connection.pool, :traceParent,
    :tokenId, :readOnly::boolean, :maxRows::int, :parameters, :reuseKey, :accessUserId
  from place, connection
  where below_limit and matches and (:key::text is null or exists (select from key))
  returning version, created_at
), statements as (
  insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, placeholders, status)
  select s.id::uuid, :id::uuid, s.sequence, s.text, s.start_offset, s.end_offset, s.placeholders, 'queued'
  from unnest(:statementIds::text[], :statementTexts::text[], :startOffsets::int[], :endOffsets::int[],
    :placeholders::text[])
    with ordinality as s (id, text, start_offset, end_offset, placeholders, sequence)
  where exists (select from batch)
), recorded as (
  insert into audit_events (action, outcome, actor_id, actor_name, target, address, detail)
  select 'batch.created', 'done', :userId, :actorName,
    'batches/' || :id, :address,
    jsonb_strip_nulls(jsonb_build_object('connectionId', :connectionId::text,
      'sqlHash', :sqlHash::text, 'parametersHash', :parametersHash::text, 'statements', :statementCount::int,
      'tokenId', :tokenId::text))
  from batch where :isAudited
), idle as (
  -- The worker of the pool with the most free slots.
  select id from (
    select w.id, w.slots - (select count(*) from batches b
      where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null) as free
    from workers w, connection where w.lease_expires_at > now() and pool = any (w.pools)
  ) online
  where free > 0 and :connectionClientId::text is null
  order by free desc, random() limit 1
)
select version, created_at as "createdAt", place.tenant_name as tenant, place.turn,
  below_limit as "isBelowLimit", matches as "connectionMatches", pool as "workerPool",
  exists (select from workers w where w.lease_expires_at > now() and pool = any (w.pools))
    as "isServed",
  exists (select from :knownKey) as "isKnownKey",
  (select pg_notify(:channel, idle.id)::text from idle where version is not null) as notified,
  (select count(*)::int + 1 from (
    select from batches w
    where w.worker_pool = pool and w.turn <= place.turn and w.status = 'started' and w.lease_token is null
    limit :lastPlace::int - 1) ahead) as position,
  (select set_config('synchronous_commit', 'off', true)
    where :isDurableLater) as eased
from place cross join connection left join batch on true
