-- What webhooks are to tell. A row is written by the transaction that it tells of, and goes when a receiver
-- has answered.
create table webhook_events (
  -- Receivers know it by this: the same at each try.
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  event text not null,
  subject_id text not null,
  -- Events of a batch go to a receiver in order: by step, then by the statement's place.
  batch_id uuid,
  step smallint not null default 0,
  sequence integer not null default 0,
  -- What the subject was; null where its row says that itself.
  payload jsonb,
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null default now(),
  -- Tries that were begun.
  attempts integer not null default 0,
  -- A worker is at it; when this is past, that worker was lost.
  sending_until timestamptz(3)
);
create index webhook_events_due_idx on webhook_events (event, due_at, number);
create index webhook_events_batch_idx on webhook_events (batch_id) where batch_id is not null;
create index webhook_events_sending_idx on webhook_events (event) where sending_until is not null;
create index webhook_events_created_at_idx on webhook_events (created_at);

-- Receivers that did not take their last event; one that takes an event has no row.
create table webhook_receivers (
  -- A hash of the address, which may hold secrets.
  id text primary key,
  -- One after the other.
  failures integer not null,
  -- Nothing is sent there before.
  blocked_until timestamptz(3)
);

-- Writes an event and tells the workers once it is committed. Which events are wanted is said by each session
-- that writes: a setting of its own, so that a service without webhooks pays nothing for them.
create function emit_webhook_event(
  event text, subject_id text, payload jsonb default null, batch_id uuid default null,
  step integer default 0, sequence integer default 0
) returns void language plpgsql as $$
begin
  if ',' || current_setting('sluice.webhook_events', true) || ',' like '%,' || event || ',%' then
    insert into webhook_events (event, subject_id, payload, batch_id, step, sequence)
    values (event, subject_id, payload, batch_id, step, sequence);
    perform pg_notify('sluice_webhook', '');
  end if;
end
$$;

create function note_user_created() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event('user_created', new.id, jsonb_build_object(
    'id', new.id, 'email', new.email, 'name', new.name, 'role', new.role));
  return null;
end
$$;

create function note_batch() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(tg_argv[0], new.id::text, null, new.id, tg_argv[1]::integer);
  return null;
end
$$;

create function note_statement() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(
    tg_argv[0], new.id::text, null, new.batch_id, tg_argv[1]::integer, new.sequence);
  return null;
end
$$;

-- Triggers, because a batch ends in a dozen places: none of them can forget to tell. The conditions are looked
-- at without a call, and let nothing happen where the event is not wanted.
create trigger users_created after insert on users for each row
  when (current_setting('sluice.webhook_events', true) like '%user_created%')
  execute function note_user_created();
create trigger batches_created after insert on batches for each row
  when (current_setting('sluice.webhook_events', true) like '%batch_created%')
  execute function note_batch('batch_created', '0');
create trigger statements_created after insert on statements for each row
  when (current_setting('sluice.webhook_events', true) like '%statement_created%')
  execute function note_statement('statement_created', '1');
create trigger statements_finished after update of status on statements for each row
  when (new.status in ('finished', 'error', 'cancelled') and old.status is distinct from new.status
    and current_setting('sluice.webhook_events', true) like '%statement_finished%')
  execute function note_statement('statement_finished', '2');
create trigger batches_finished after update of status on batches for each row
  when (new.status in ('finished', 'error', 'cancelled') and old.status is distinct from new.status
    and current_setting('sluice.webhook_events', true) like '%batch_finished%')
  execute function note_batch('batch_finished', '3');

-- Takes the next event that is due for one of the receivers: `wanted[i]` goes to `receivers[i]`. Not more side by
-- side than a receiver is given, one at a time where `break_after` tries have failed in a row, and none that
-- another of its batch has to precede: one that was tried `hold_tries` times holds back nothing more.
create function claim_webhook_event(
  wanted text[], receivers text[], side_by_side integer, break_after integer, hold_tries integer,
  claim_ms integer
) returns setof webhook_events language plpgsql as $$
declare
  at timestamptz;
  receiver record;
  chosen uuid;
begin
  -- Spells "HOOK". One claim at a time: each is to see the one before.
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
