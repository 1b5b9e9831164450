-- Removes expired results from their statements and returns the paths of their files.
--
-- Invariants: rows change before files are deleted, so no row names a file that is gone. Rows that another process has
-- locked are left for it.
with expired as (
  select id, batch_id, results_path from statements
  where results_path is not null and expires_at < now()
  order by expires_at limit :limit
  for update skip locked
), cleared as (
  update statements set results_path = null, updated_at = now()
  from expired where statements.id = expired.id
), changed as (
  update batches set version = version + 1, updated_at = now()
  where id in (select batch_id from expired)
)
select results_path as path from expired
