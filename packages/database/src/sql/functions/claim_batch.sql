-- claim_batch: claims the next waiting batch for a worker.
--
-- Purpose: returns the ID of the claimed batch, or null when no batch may start. `limited` tells whether any limit
-- is in force, so that the end of this batch may let a waiting batch start.
--
-- Invariants:
-- * A batch is claimed once: the row is locked with `skip locked`, and the claim is refused when the worker's lease
--   has ended.
-- * While any limit is in force, claims run one after the other under the advisory lock "CLAI", so that each claim
--   counts the one before it. Without limits, claims do not wait for each other.
-- * It is a function because a claim must read again after it has waited for that lock, in the same round trip.
-- * `turn` orders the batches of a pool (round-robin over tenants). A worker of several pools claims first from the
--   pool whose next batch has waited longest.
-- * A batch whose connection moved to another pool cannot be claimed until the sweep has moved the batch too.
-- * A batch of a personal token waits while as many batches of the token run as its limit allows.
-- * A batch of a connection client is claimed only by the worker that holds that client.
-- * Signature and parameter names stay: processes of the previous version call it too.
--
-- Measurements: without limits, a claim takes the first row of `batches_waiting_pool_idx`.
create or replace function claim_batch(
  claiming_worker text, token uuid, of_clients boolean, tenant_limit integer, user_limit integer,
  out claimed uuid, out limited boolean
) language plpgsql as $$
declare
  taken record;
  busy_tokens text[] := '{}';
  served text[];
  pool text;
begin
  -- The claim does not wait for the disk. Its worker sends the first statement only after the commit of that statement's
  -- start is on disk, and with it the claim. A batch with a claim lost in a crash waits again.
  perform set_config('synchronous_commit', 'off', true);
  limited := of_clients or tenant_limit > 0 or user_limit > 0
    or exists (select from connections where max_concurrency is not null)
    or exists (select from personal_tokens where max_concurrency is not null)
    or exists (
      select from target_limits where refused_at > clock_timestamp() - interval '10 seconds');
  if limited then
    -- The key spells "CLAI".
    perform pg_advisory_xact_lock(x'434c4149'::int);
    select * into taken from full_slots(tenant_limit, user_limit);
    busy_tokens := full_tokens();
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
      and (b.token_id is null or b.token_id <> all (busy_tokens))
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
          and (b.token_id is null or b.token_id <> all (busy_tokens))
        order by b.turn, b.id limit 1) end
    loop
      select b.id into claimed from batches b
      where b.status = 'started' and b.lease_token is null and b.connection_client_id is null
        and b.worker_pool = pool
        and not exists (
          select from connections k where k.id = b.connection_id and k.worker_pool <> b.worker_pool)
        and b.connection_id <> all (taken.connections)
        and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
        and (b.token_id is null or b.token_id <> all (busy_tokens))
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
