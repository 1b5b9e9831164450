-- full_slots: the connections, tenants, users and connection clients that have no free slot.
--
-- Purpose: `claim_batch`, the sweep and the queue position all ask it which waiting batches may start now.
--
-- Invariants:
-- * Limits are counted from rows of running batches, never from a counter, so a crash leaks no slot.
-- * A limit of 0 is no limit.
-- * A target database that refused a session within the last 10 s bounds its connection: after a refusal as many
--   batches may run as ran then, plus 0, 1, 3, 7 ... after 0, 1, 2, 3 ... seconds. The target is asked again soon,
--   but never by every waiting batch at once.
-- * Signature and parameter names stay: processes of the previous version call it too.
--
-- Measurements: it reads only batches that run, by the partial index of unfinished batches. The number of waiting
-- batches does not matter.
create or replace function full_slots(
  tenant_limit integer, user_limit integer,
  out connections text[], out tenants text[], out users text[], out clients text[]
) language sql stable as $$
  with running as materialized (
    select connection_id, tenant, user_id, connection_client_id from batches
    where status = 'started' and lease_token is not null
  ), refused as materialized (
    select connection_id,
      running - 1
        + power(2, greatest(0, floor(extract(epoch from clock_timestamp() - refused_at))))::int as allowed
    from target_limits where refused_at > clock_timestamp() - interval '10 seconds'
  ), counted as materialized (
    select connection_id, count(*) as batches from running group by 1
  )
  select
    array(
      select c.id from connections c
      left join refused on refused.connection_id = c.id
      left join counted on counted.connection_id = c.id
      where (c.max_concurrency is not null or refused.allowed is not null)
        and coalesce(counted.batches, 0) >= least(c.max_concurrency, refused.allowed)),
    array(
      select r.tenant from running r where tenant_limit > 0
      group by r.tenant having count(*) >= tenant_limit),
    array(
      select r.user_id from running r where user_limit > 0
      group by r.user_id having count(*) >= user_limit),
    array(
      select r.connection_client_id from running r where r.connection_client_id is not null)
$$;
