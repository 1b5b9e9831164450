-- claim_webhook_event: claims the next webhook event that is due for one of the receivers.
--
-- Purpose: `wanted[i]` is an event of `receivers[i]`. Returns the claimed row, or no row.
--
-- Invariants:
-- * Claims run one after the other under the advisory lock "HOOK", so that each claim sees the one before it.
-- * A receiver gets at most `side_by_side` events at a time, and one at a time after `break_after` failures in a row.
-- * The events of a batch are sent to a receiver in order. An event that was tried `hold_tries` times no longer
--   holds back the ones after it.
-- * A claim ends after `claim_ms`: its worker was lost, and the event is due again.
-- * Receivers are visited in random order, so that none starves.
create or replace function claim_webhook_event(
  wanted text[], receivers text[], side_by_side integer, break_after integer, hold_tries integer,
  claim_ms integer
) returns setof webhook_events language plpgsql as $$
declare
  -- Rounded to milliseconds, like the columns: an exact time can be before a due_at that was set earlier.
  at timestamptz(3);
  receiver record;
  chosen uuid;
begin
  -- The key spells "HOOK".
  perform pg_advisory_xact_lock(x'484f4f4b'::int);
  at := clock_timestamp();
  for receiver in
    select r.id, array_agg(r.event) as events, coalesce(max(state.failures), 0) as failures
    from unnest(receivers, wanted) as r (id, event)
    left join webhook_receivers state on state.id = r.id
    where state.blocked_until is null or state.blocked_until <= at
    group by r.id order by random()
  loop
    select due.id into chosen
    from unnest(receiver.events) as sort (event)
    cross join lateral (
      select e.id, e.due_at, e.number from webhook_events e
      where e.event = sort.event and e.due_at <= at
        and (e.sending_until is null or e.sending_until <= at)
        and not exists (
          select from webhook_events earlier
          where earlier.batch_id = e.batch_id and earlier.event = any (receiver.events)
            and (earlier.step, earlier.sequence) < (e.step, e.sequence)
            and earlier.attempts < hold_tries)
      order by e.due_at, e.number limit 1
    ) due
    where (
      select count(*) from webhook_events sent
      where sent.event = any (receiver.events) and sent.sending_until > at
    ) < case when receiver.failures >= break_after then 1 else side_by_side end
    order by due.due_at, due.number limit 1;
    if found then
      return query
        update webhook_events
        set attempts = attempts + 1, sending_until = at + claim_ms * interval '1 millisecond'
        where id = chosen
        returning *;
      return;
    end if;
  end loop;
end
$$;
