-- Reads everything that a worker needs to run a claimed batch.
--
-- Purpose: `claim` is either a call of `claim_batch`, so that the claim and the read take one round trip, or a row
-- with the ID of a batch that was claimed before.
--
-- Invariants:
-- * Columns of `batches` are null when the batch is not visible to this query: it was written while the claim waited
--   for its lock. The caller then reads again.
-- * `principals` and the access are those of the user whose access the batch uses: `access_user_id`, or its own user.
--   `is_user_active` is about its own user.
-- * Columns of `connections` and `principals` are null when the connection or the user was deleted.
select k.claimed::text, k.limited, b.parameters, b.connection_id, b.connection_client_id, b.user_id,
  b.trace_parent, extract(epoch from clock_timestamp() - b.created_at)::float8 * 1000 as waited_ms,
  (select json_agg(json_build_object('id', s.id, 'sequence', s.sequence, 'text', s.statement_text,
       'status', s.status, 'executionId', s.execution_id, 'placeholders', s.placeholders)
     order by s.sequence) from statements s where s.batch_id = b.id) as statements,
  (select session from handovers h where h.batch_id = b.id) as handover,
  c.id as c_id, c.driver, c.encrypted_data, least(nullif(c.max_rows, 0), b.max_rows) as max_rows,
  c.query_timeout_seconds, c.read_only, b.read_only as batch_read_only,
  case when c.paused_until > now() then c.paused_until end as paused_until,
  u.id as u_id, u.email, u.name, u.role, u.disabled, u.data,
  coalesce(u.role = 'admin' or exists (
    select from connection_accesses a
    where a.connection_id in (b.connection_id, '__EVERY_CONNECTION__')
      and a.user_id in (u.id, '__EVERYONE__') and a.expiry_date > now()), false) as allowed,
  b.access_user_id is null or exists (
    select from principals own where own.id = b.user_id and not own.disabled) as is_user_active
from :claim k
left join batches b on b.id = k.claimed
left join connections c on c.id = b.connection_id
left join principals u on u.id = coalesce(b.access_user_id, b.user_id)
