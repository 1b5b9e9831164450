-- What people see of their sessions. Of a session that a version before this has written only the times are known.

-- Names the row for its user. Nothing leads from it to the cookie, nor to the hash that the row is found by.
alter table sessions add column public_id uuid not null default gen_random_uuid();
create unique index sessions_public_id_key on sessions (public_id);
-- Null: not since it began.
alter table sessions add column last_used_at timestamptz(3);
alter table sessions add column method text;
alter table sessions add column browser text;
alter table sessions add column address text;
