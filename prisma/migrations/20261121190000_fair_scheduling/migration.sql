-- Who waits for whom: every waiting batch has a turn, and every limit is counted from rows.

alter table batches add tenant text, add turn bigint not null default 0;
update batches set tenant = user_id;
alter table batches alter tenant set not null;

alter table workers add slots integer not null default 1;

drop index batches_unclaimed_idx;
-- The order in which waiting batches start.
create index batches_waiting_idx on batches (turn, id)
  where status = 'started' and lease_token is null;
create index batches_waiting_tenant_idx on batches (tenant, turn)
  where status = 'started' and lease_token is null;

-- Whose slots are all taken: what these hold back may not start now. A limit of 0 is none.
create function full_slots(
  tenant_limit integer, user_limit integer,
  out connections text[], out tenants text[], out users text[], out clients text[]
) language sql stable as $$
  with running as materialized (
    select connection_id, tenant, user_id, connection_client_id from batches
    where status = 'started' and lease_token is not null
  )
  select
    array(
      select c.id from running r join connections c on c.id = r.connection_id
      where c.max_concurrency is not null
      group by c.id having count(*) >= c.max_concurrency),
    array(
      select r.tenant from running r where tenant_limit > 0
      group by r.tenant having count(*) >= tenant_limit),
    array(
      select r.user_id from running r where user_limit > 0
      group by r.user_id having count(*) >= user_limit),
    array(
      select r.connection_client_id from running r where r.connection_client_id is not null)
$$;

-- Takes the waiting batch whose turn it is for a worker, once, and gives its id; null when there is
-- none that may start. With any limit in force claims go one after the other, each seeing the one
-- before; without one they pass each other by. A function, because a claim must read anew after it has
-- waited for the lock, in one round trip.
create function claim_batch(
  claiming_worker text, token uuid, of_clients boolean, tenant_limit integer, user_limit integer,
  out claimed uuid, out limited boolean
) language plpgsql as $$
declare
  taken record;
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
  if of_clients then
    select b.id into claimed from batches b
    join connection_clients c on c.id::text = b.connection_client_id
    where b.status = 'started' and b.lease_token is null
      and c.worker_id = claiming_worker and c.closed_at is null
      and b.connection_client_id <> all (taken.clients)
      and b.connection_id <> all (taken.connections)
      and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
    order by b.turn, b.id limit 1 for update of b skip locked;
  else
    select b.id into claimed from batches b
    where b.status = 'started' and b.lease_token is null and b.connection_client_id is null
      and b.connection_id <> all (taken.connections)
      and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
    order by b.turn, b.id limit 1 for update skip locked;
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

-- Sessions that a worker keeps open for somebody between batches.
create table connection_clients (
  id uuid primary key,
  name text not null,
  connection_id text not null,
  user_id text not null,
  worker_id text not null,
  connected_at timestamptz(3) not null default now(),
  last_keep_alive_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  idle_timeout_seconds integer not null,
  closed_at timestamptz(3),
  close_reason text
);
create index connection_clients_open_idx on connection_clients (worker_id) where closed_at is null;
