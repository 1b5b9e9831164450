-- What the history is filtered by, so that a page is found by an index among a million batches.

-- Rows of the statements that finished, and whether any of them left some out; null while there are none.
alter table batches add column row_count bigint, add column incomplete boolean;
update batches set row_count = s.row_count, incomplete = s.incomplete
from (
  select batch_id, sum(row_count) as row_count, bool_or(incomplete) as incomplete
  from statements where status = 'finished' group by batch_id
) s
where s.batch_id = batches.id;

-- Each holds a batch from its end on, so that its way there costs no more than before.
create index batches_failed_idx on batches (status, created_at desc)
  where status in ('error', 'cancelled');
create index batches_connection_id_idx on batches (connection_id, created_at desc)
  where status <> 'started';
create index batches_stop_time_idx on batches (stop_time) where stop_time is not null;
create index batches_duration_idx on batches ((stop_time - start_time)) where stop_time is not null;
create index batches_row_count_idx on batches (row_count) where status <> 'started';
create index batches_incomplete_idx on batches (created_at desc) where incomplete;

-- What a batch ran: the selection where there was one, else all of its text.
create function executed_text(selected_text text, batch_text text) returns text
language sql immutable parallel safe as $$
  select case when selected_text ~ '[^[:space:]]' then selected_text else batch_text end
$$;

-- Any part of a text is found by trigrams. Long texts have so many that writing them would hold up the end of
-- their batch: they are few, and read one by one.
create index batches_long_text_idx on batches (created_at desc)
  where status <> 'started' and octet_length(executed_text(selected_text, batch_text)) > 8192;
do $$
begin
  create extension if not exists pg_trgm;
  create index batches_text_idx on batches
    using gin (executed_text(selected_text, batch_text) gin_trgm_ops)
    -- KiB that wait to be sorted in: whoever fills them up does it, in a fifth of the time that the usual 4 MiB take.
    with (gin_pending_list_limit = 1024)
    where status <> 'started' and octet_length(executed_text(selected_text, batch_text)) <= 8192;
  create index batches_name_idx on batches using gin (name gin_trgm_ops)
    where status <> 'started' and name is not null;
exception when others then
  raise notice 'no trigram index of batches: %', sqlerrm;
end
$$;

-- The planner takes no statistics from partial indexes: without these it takes a filter that hits all rows for
-- one that hits few, and the other way round.
create statistics batches_duration_statistics on (stop_time - start_time) from batches;
create statistics batches_text_statistics on (executed_text(selected_text, batch_text)) from batches;
create statistics batches_text_length_statistics
  on (octet_length(executed_text(selected_text, batch_text))) from batches;
