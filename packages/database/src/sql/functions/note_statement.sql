-- note_statement: trigger on `statements`; stores a webhook event of a statement.
--
-- Purpose: the trigger's arguments are the event's name and its step.
create or replace function note_statement() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event(
    tg_argv[0], new.id::text, null, new.batch_id, tg_argv[1]::integer, new.sequence);
  return null;
end
$$;
