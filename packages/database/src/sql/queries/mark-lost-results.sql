-- Records whether the files of results are lost; returns the statements that changed.
--
-- Invariants: a statement changes only while it still names the same file.
with marked as (
  update statements s
  set results_lost_at = case when :isLost then now() end, updated_at = now()
  from unnest(:statementIds::uuid[], :paths::text[]) as f (id, path)
  where s.id = f.id and s.results_path = f.path
    and (s.results_lost_at is null) = :isLost
  returning s.id, s.batch_id
), changed as (
  update batches set version = version + 1, updated_at = now()
  where id in (select batch_id from marked)
)
select id::text from marked
