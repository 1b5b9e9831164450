-- Reads the numbers of waiting and running batches, of workers and of webhook events, for metrics.
--
-- Measurements: one round trip that reads unfinished batches only.
with waiting as (
  select tenant, count(*) as batches, min(created_at) as oldest
  from batches where status = 'started' and lease_token is null
  group by 1
), ranked as (
  select tenant, batches, extract(epoch from now() - oldest)::float8 as age,
    row_number() over (order by oldest, tenant) as place
  from waiting
)
select
  (select coalesce(sum(batches), 0)::int from waiting) as waiting,
  (select count(*)::int from batches
   where status = 'started' and lease_token is not null) as running,
  (select count(*)::int from workers where lease_expires_at > now()) as workers,
  (select json_agg(p) from (:pools order by name limit :maxPools) p) as pools,
  (select count(*)::int from webhook_events) as "webhookEvents",
  (select json_agg(json_build_object('tenant', tenant, 'ageSeconds', age) order by place)
   from ranked where place <= :maxTenants) as oldest,
  (select max(age) from ranked where place > :maxTenants) as other
