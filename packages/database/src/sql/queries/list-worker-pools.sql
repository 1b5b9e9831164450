-- Lists the worker pools that a connection names, an online worker serves or an unfinished batch waits in.
select pool as name, coalesce(connections, 0) as connections, coalesce(workers, 0) as workers,
  coalesce(slots, 0) as slots, coalesce(running, 0) as running, coalesce(waiting, 0) as waiting
from (
  select worker_pool as pool, count(*)::int as connections from connections group by 1
) named full join (
  select pool, count(*)::int as workers, sum(slots)::int as slots
  from workers, unnest(pools) pool where lease_expires_at > now() group by 1
) serving using (pool) full join (
  select worker_pool as pool, count(lease_token)::int as running,
    count(*) filter (where lease_token is null)::int as waiting
  from batches where status = 'started' group by 1
) unfinished using (pool)
