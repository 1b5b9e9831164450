-- Worker pools: a connection names one, workers join some, and what needs the connection's database is left
-- to the workers of its pool. `default` is the pool of whoever names none.

alter table connections add column worker_pool text not null default 'default';
alter table workers add column pools text[] not null default '{default}';
-- That of the connection when the batch was written; the sweep moves what waits when the connection moves.
alter table batches add column worker_pool text not null default 'default';
alter table worker_requests add column worker_pool text not null default 'default';

-- The order in which the waiting batches of a pool start.
create index batches_waiting_pool_idx on batches (worker_pool, turn, id)
  where status = 'started' and lease_token is null;

-- As before, and of its worker's pools only. Turns are counted within a pool; of several pools the one whose
-- next batch has waited longest comes first. A batch whose connection has moved is nobody's until the sweep has
-- moved it too.
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
    or exists (select from connections where max_concurrency is not null);
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
