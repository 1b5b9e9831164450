-- note_user_created: trigger on `users`; stores the webhook event `user_created`.
--
-- Invariants: the payload is the user as created, because the row may change or go before the event is sent.
create or replace function note_user_created() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event('user_created', new.id, jsonb_build_object(
    'id', new.id, 'email', new.email, 'name', new.name, 'role', new.role));
  return null;
end
$$;
