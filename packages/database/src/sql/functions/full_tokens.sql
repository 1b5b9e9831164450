-- full_tokens: the personal tokens that have no free slot.
--
-- Purpose: `claim_batch`, the sweep and the queue position ask it which waiting batches may start now. It is separate
-- from `full_slots`, because processes of the previous version read the result of that function.
--
-- Invariants: the limit is counted from rows of running batches, never from a counter, so a crash leaks no slot.
--
-- Measurements: it reads only batches that run, by the partial index of unfinished batches.
create or replace function full_tokens() returns text[] language sql stable as $$
  select array(
    select k.id from personal_tokens k
    join batches b on b.token_id = k.id and b.status = 'started' and b.lease_token is not null
    where k.max_concurrency is not null
    group by k.id having count(*) >= k.max_concurrency)
$$;
