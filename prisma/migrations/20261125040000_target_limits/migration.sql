-- How many sessions a target database accepts is learned from its refusals: a batch whose session was refused
-- for that reason waits again, and the number of batches that ran on its connection at that moment bounds what
-- may start next.

create table target_limits (
  connection_id text primary key,
  -- Batches of the connection that ran when the target refused one more.
  running integer not null,
  refused_at timestamptz(3) not null
);

-- As before, and with the limits of targets that refused a session within the last ten seconds. After a refusal
-- as many batches may run as did then; one, three, seven ... more after one, two, three ... seconds, so that the
-- target is asked again soon and never by all that wait.
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

-- As before, and limited while any target has refused a session.
create or replace function claim_batch(
  claiming_worker text, token uuid, of_clients boolean, tenant_limit integer, user_limit integer,
  out claimed uuid, out limited boolean
) language plpgsql as $$
declare
  taken record;
  served text[];
  pool text;
begin
  -- The claim need not wait for the disk: nothing is sent before the first statement's start is on it,
  -- and with it all that was written before. A claim lost in a crash is a batch that waits again.
  perform set_config('synchronous_commit', 'off', true);
  limited := of_clients or tenant_limit > 0 or user_limit > 0
    or exists (select from connections where max_concurrency is not null)
    or exists (
      select from target_limits where refused_at > clock_timestamp() - interval '10 seconds');
  if limited then
    -- Spells "CLAI".
    perform pg_advisory_xact_lock(x'434c4149'::int);
    select * into taken from full_slots(tenant_limit, user_limit);
  else
    select '{}'::text[] as connections, '{}'::text[] as tenants, '{}'::text[] as users,
      '{}'::text[] as clients into taken;
  end if;
  select pools into served from workers where id = claiming_worker;
  if of_clients then
    select b.id into claimed from batches b
    join connection_clients c on c.id::text = b.connection_client_id
    where b.status = 'started' and b.lease_token is null
      and b.worker_pool = any (served)
      and not exists (
        select from connections k where k.id = b.connection_id and k.worker_pool <> b.worker_pool)
      and c.worker_id = claiming_worker and c.closed_at is null
      and b.connection_client_id <> all (taken.clients)
      and b.connection_id <> all (taken.connections)
      and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
    order by b.turn, b.id limit 1 for update of b skip locked;
  else
    for pool in
      select own from unnest(served) own
      order by case when cardinality(served) > 1 then (
        select b.created_at from batches b
        where b.status = 'started' and b.lease_token is null and b.connection_client_id is null
          and b.worker_pool = own
          and b.connection_id <> all (taken.connections)
          and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
        order by b.turn, b.id limit 1) end
    loop
      select b.id into claimed from batches b
      where b.status = 'started' and b.lease_token is null and b.connection_client_id is null
        and b.worker_pool = pool
        and not exists (
          select from connections k where k.id = b.connection_id and k.worker_pool <> b.worker_pool)
        and b.connection_id <> all (taken.connections)
        and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
      order by b.turn, b.id limit 1 for update of b skip locked;
      exit when claimed is not null;
    end loop;
  end if;
  update batches
  set worker_id = claiming_worker, lease_token = token, claimed_at = clock_timestamp()
  where id = claimed
    and exists (
      select from workers where id = claiming_worker and lease_expires_at > clock_timestamp());
  if not found then
    claimed := null;
  end if;
end
$$;
