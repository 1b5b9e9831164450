-- Deletes final batches that are older than the limit and have no unexpired result.
--
-- Invariants: the paths of results are read before the rows go, so that their files can be deleted after the commit.
with old as (
  select id from batches b
  where status <> 'started' and created_at < now() - :maxAgeMs * interval '1 millisecond'
    and not exists (
      select from statements s
      where s.batch_id = b.id and s.results_path is not null and s.expires_at > now())
  order by created_at limit :limit
  for update skip locked
), paths as (
  select results_path from statements
  where batch_id in (select id from old) and results_path is not null
), deleted as (
  delete from batches where id in (select id from old) returning true
)
select (select count(*)::int from deleted) as count,
  array(select results_path from paths) as paths
