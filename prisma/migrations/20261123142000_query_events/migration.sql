-- A saved query is told of as it was made: it may be another, or gone, when its event is sent.
create function note_query_created() returns trigger language plpgsql as $$
begin
  perform emit_webhook_event('query_created', new.id, jsonb_build_object(
    'id', new.id, 'name', new.name, 'connectionId', new.connection_id, 'queryText', new.query_text,
    'chart', new.chart, 'tags', new.tags, 'createdBy', new.created_by,
    'createdAt', to_char(new.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return null;
end
$$;
create trigger queries_created after insert on queries for each row
  when (current_setting('sluice.webhook_events', true) like '%query_created%')
  execute function note_query_created();
