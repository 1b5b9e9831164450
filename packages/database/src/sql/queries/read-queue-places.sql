-- Reads the queue position of waiting batches and why each of them waits.
--
-- Invariants: positions are counted within a pool, up to `lastPlace`; a batch further back has that position, too.
--
-- Measurements: only the first rows of each pool are counted. Counting all of 100,000 waiting batches for each request
-- would cost more than the requests.
with taken as materialized (
  select *, full_tokens() as tokens from full_slots(:perTenant::int, :perUser::int)
), online as materialized (
  select pool, sum(slots) as slots, count(paused_for) as paused,
    sum(greatest(0, slots - (select count(*) from batches b
      where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
        and b.connection_client_id is null))) as free
  from workers w, unnest(pools) pool where lease_expires_at > now()
  group by pool
), waiting as materialized (
  select id, worker_pool, connection_client_id, connection_id, tenant, user_id, token_id from batches
  where id = any(:ids::uuid[]) and status = 'started' and lease_token is null
), first as (
  select ahead.id, row_number() over (partition by pool order by ahead.turn, ahead.id) as position
  from (select distinct worker_pool as pool from waiting) pools cross join lateral (
    select id, turn from batches
    where worker_pool = pool and status = 'started' and lease_token is null
    order by turn, id limit :lastPlace::int - 1) ahead
)
select w.id::text, coalesce(first.position, :lastPlace)::int as position,
  case
    when w.connection_client_id = any (taken.clients) then 'client_busy'
    when online.pool is null and exists (select from online) then 'no_pool_worker'
    when online.slots = 0 and online.paused > 0 then 'storage_full'
    when online.slots is null or online.slots = 0 then 'no_worker'
    when exists (select from target_limits l where l.connection_id = w.connection_id
      and l.refused_at > clock_timestamp() - interval '10 seconds') then 'target_full'
    when w.connection_id = any (taken.connections) then 'connection_limit'
    when w.tenant = any (taken.tenants) then 'tenant_limit'
    when w.user_id = any (taken.users) then 'user_limit'
    when w.token_id = any (taken.tokens) then 'token_limit'
    when online.free = 0 and w.connection_client_id is null then 'workers_busy'
  end as reason
from waiting w cross join taken left join online on online.pool = w.worker_pool
left join first on first.id = w.id
