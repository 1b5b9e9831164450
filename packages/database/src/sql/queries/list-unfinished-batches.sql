-- Lists unfinished batches with their users and connections, and counts all of them.
--
-- Purpose: `condition` selects running or waiting batches; `order` and the further columns `more` go with it.
with found as (
  select id, count(*) over ()::int as total, row_number() over (order by :order)::int as place
  from batches where status = 'started' and :condition
  order by place limit :take
)
select f.total, f.place, b.id::text, b.user_id as "userId",
  coalesce(nullif(p.email, ''), p.name) as "userEmail", b.connection_id as "connectionId",
  c.name as "connectionName", b.name as "queryName",
  left(:executedText, :maxCharacters::int) as "queryText", b.start_time as "startTime",
  b.cancel_requested_at as "cancelRequestedAt" :more
from found f join batches b on b.id = f.id
left join connections c on c.id = b.connection_id
left join principals p on p.id = b.user_id
order by f.place
