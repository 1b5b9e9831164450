-- note_query_created: trigger on `queries`; stores the webhook event `query_created`.
--
-- Invariants: the payload is the saved query as created, because the row may change or go before the event is sent.
create or replace function note_query_created() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event('query_created', new.id, jsonb_build_object(
    'id', new.id, 'name', new.name, 'connectionId', new.connection_id, 'queryText', new.query_text,
    'chart', new.chart, 'tags', new.tags, 'createdBy', new.created_by,
    'createdAt', to_char(new.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return null;
end
$$;
