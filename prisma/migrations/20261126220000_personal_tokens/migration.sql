-- Personal tokens: each acts as its user, narrowed by scopes, connections and limits.

create table personal_tokens (
  id text primary key,
  user_id text not null references users (id) on delete cascade on update cascade,
  name text not null,
  -- SHA-256 of the token: a dump of this table does not authenticate.
  hash text not null,
  -- Last characters of the token.
  masked_token text not null,
  scopes text[] not null,
  -- Empty: all connections that the user may use.
  connection_ids text[] not null,
  read_only boolean not null default false,
  max_concurrency integer,
  max_rows integer,
  expires_at timestamptz(3),
  -- To the minute.
  last_used_at timestamptz(3),
  last_used_address text,
  created_at timestamptz(3) not null default now()
);
create unique index personal_tokens_hash_key on personal_tokens (hash);
create unique index personal_tokens_user_id_name_key on personal_tokens (user_id, name);
-- Each claim asks whether any token has a limit.
create index personal_tokens_limited_idx on personal_tokens (id) where max_concurrency is not null;

-- The token that created the batch, and copies of its limits, which hold after the token was deleted.
alter table batches
  add column token_id text,
  add column read_only boolean not null default false,
  add column max_rows integer;

-- The session of the client is read-only.
alter table connection_clients add column read_only boolean not null default false;

-- Replaced by packages/database/src/sql/functions/full_tokens.sql.
create function full_tokens() returns text[] language sql stable as $$
  select array(
    select k.id from personal_tokens k
    join batches b on b.token_id = k.id and b.status = 'started' and b.lease_token is not null
    where k.max_concurrency is not null
    group by k.id having count(*) >= k.max_concurrency)
$$;
