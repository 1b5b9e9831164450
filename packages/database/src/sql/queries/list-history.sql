-- Reads a page of the query history, newest first.
--
-- Purpose: `found` is the union of the partial indexes that can hold a match, each read newest first and no further than
-- the page needs.
:unnamed with page as materialized (
  select id, created_at from (:found) found
  order by created_at desc, id desc limit :take offset :skip
)
select b.id::text, b.version, b.connection_id as "connectionId", c.name as "connectionName",
  b.user_id as "userId", coalesce(nullif(p.email, ''), p.name) as "userEmail", b.status,
  b.start_time as "startTime", b.stop_time as "stopTime", b.query_id as "queryId",
  b.name as "queryName", b.incomplete, b.row_count as "rowCount",
  octet_length(:executedText)::float8 as bytes
from page join batches b on b.id = page.id
left join connections c on c.id = b.connection_id
left join principals p on p.id = b.user_id
order by page.created_at desc, page.id desc
