-- Marks waiting batches for which a worker should be woken again; returns the pool of each.
--
-- Invariants:
-- * In each pool no more batches than there are idle slots: a worker that ends a batch looks for the next one itself.
-- * Batches that a limit holds back are left out.
with idle as materialized (
  select pool, least(:slice::int, sum(greatest(0, slots - (
    select count(*) from batches b
    where b.worker_id = w.id and b.status = 'started' and b.lease_token is not null
      and b.connection_client_id is null)))) as slots
  from workers w, unnest(pools) pool where lease_expires_at > now()
  group by pool
), taken as materialized (
  select *, full_tokens() as tokens from full_slots(:perTenant::int, :perUser::int)
)
update batches set dispatched_at = now()
where id in (
  select due.id from idle cross join taken cross join lateral (
    select b.id from batches b
    where b.worker_pool = idle.pool
      and b.status = 'started' and b.lease_token is null and b.connection_client_id is null
      and b.dispatched_at < now() - :redispatchAfterMs * interval '1 millisecond'
      and b.connection_id <> all (taken.connections)
      and b.tenant <> all (taken.tenants) and b.user_id <> all (taken.users)
      and (b.token_id is null or b.token_id <> all (taken.tokens))
    order by b.turn, b.id limit idle.slots
    for update of b skip locked) due)
returning worker_pool as pool
