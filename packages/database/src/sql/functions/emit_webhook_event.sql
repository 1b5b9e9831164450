-- emit_webhook_event: stores a webhook event and notifies the workers on commit.
--
-- Purpose: the one place that writes `webhook_events`; the triggers call it.
--
-- Invariants:
-- * The event is written by the transaction that it reports, so it exists exactly when that transaction committed.
-- * The session setting `sluice.webhook_events` lists the events that have a receiver. A service without webhooks
--   writes nothing.
-- * A batch's events are ordered by (step, sequence).
create or replace function emit_webhook_event(
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
