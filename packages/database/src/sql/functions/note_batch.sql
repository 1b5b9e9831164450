-- note_batch: trigger on `batches`; stores a webhook event of a batch.
--
-- Purpose: the trigger's arguments are the event's name and its step. Triggers are used because a batch ends in
-- many places, and each of them must report it.
create or replace function note_batch() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(tg_argv[0], new.id::text, null, new.id, tg_argv[1]::integer);
  return null;
end
$$;
