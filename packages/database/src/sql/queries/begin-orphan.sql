-- Counts a try to cancel an orphan and reads what is needed for it.
--
-- Invariants:
-- * The wait before the next try doubles with each try.
-- * No row when the orphan is settled or belongs to another pool.
with tried as (
  update orphans
  set tries = tries + 1,
    due_at = now() + :retryMs * power(2, tries) * interval '1 millisecond'
  where statement_id = :statementId::uuid and settled_at is null
    and :pool = any (:pools::text[])
  returning statement_id, tries
)
select tried.tries, s.execution_id as "executionId",
  case when c.id is not null then json_build_object('id', c.id, 'driver', c.driver,
    'maxRows', c.max_rows, 'queryTimeoutSeconds', c.query_timeout_seconds,
    'readOnly', c.read_only) end as connection,
  c.encrypted_data as "encryptedData",
  case when u.id is not null then json_build_object('id', u.id, 'email', u.email,
    'name', u.name, 'role', u.role, 'disabled', u.disabled, 'data', u.data) end as "user"
from tried
join statements s on s.id = tried.statement_id
join batches b on b.id = s.batch_id
left join connections c on c.id = b.connection_id
left join principals u on u.id = b.user_id
