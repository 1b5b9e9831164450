-- Reuse of runs: batches of requests with `maxAgeSeconds` have a key of everything that their rows depend on.
alter table batches add column reuse_key text;
create index batches_reuse_key_idx on batches (reuse_key, stop_time desc) where reuse_key is not null;
