-- is_adoptable: whether another worker may adopt a batch whose worker was lost or stopped.
--
-- Purpose: decides between adoption (the statement runs on in its warehouse) and ending the batch in error.
--
-- Invariants:
-- * Every statement that was sent has a stored handover. A started statement without one may have taken effect, so
--   the batch must not run on.
-- * A batch that lost three workers is not adopted again: it may be the reason.
create or replace function is_adoptable(batch uuid) returns boolean language sql stable as $$
  select exists (
    select from handovers h
    where h.batch_id = batch and h.losses < 3
      and not exists (
        select from statements s
        where s.batch_id = batch and s.status = 'started' and s.id <> h.statement_id))
$$;
