-- Returns the latest batch with a reuse key that a new request may reuse instead of a run.
--
-- Invariants:
-- * The batch has finished, at most `maxAgeSeconds` ago, and every statement has finished with its whole result.
-- * Every result is still stored.
-- * The batch was read-only, so it changed nothing that a new run would change. Only such batches have a key.
select b.id::text as id from batches b
where b.reuse_key = :reuseKey and b.status = 'finished'
  and b.stop_time >= now() - make_interval(secs => :maxAgeSeconds::int)
  and not exists (
    select from statements s
    where s.batch_id = b.id and (s.status <> 'finished' or s.incomplete
      or s.expires_at <= now() or s.results_lost_at is not null))
order by b.stop_time desc limit 1
