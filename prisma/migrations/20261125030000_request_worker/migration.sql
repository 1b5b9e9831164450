-- The worker that took a request: the API stops waiting for an answer when that worker is lost.
alter table worker_requests add column worker_id text;
