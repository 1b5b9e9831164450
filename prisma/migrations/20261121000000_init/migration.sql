create table users (
  id text primary key,
  email text not null,
  name text,
  role text not null check (role in ('admin', 'editor')),
  ldap_id text,
  password_hash text,
  data jsonb not null default '{}',
  disabled boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email_key on users (email);

create table sessions (
  id_hash text primary key,
  user_id text references users (id) on delete cascade on update cascade,
  data jsonb not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table connections (
  id text primary key,
  name text not null,
  description text not null default '',
  driver text not null,
  encrypted_data bytea not null,
  multi_statement_transaction_enabled boolean not null default true,
  idle_timeout_seconds integer not null default 3600,
  max_rows integer,
  max_concurrency integer,
  query_timeout_seconds integer,
  read_only boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table connection_accesses (
  id serial primary key,
  connection_id text not null,
  user_id text not null,
  duration integer not null default 0,
  expiry_date timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index connection_accesses_connection_id_user_id_idx
  on connection_accesses (connection_id, user_id);

create table workers (
  id text primary key,
  hostname text not null,
  pid integer not null,
  started_at timestamptz(3) not null default now(),
  lease_expires_at timestamptz(3) not null
);
create index workers_lease_expires_at_idx on workers (lease_expires_at);

create table batches (
  id uuid primary key,
  query_id text,
  name text,
  connection_id text not null,
  connection_client_id text,
  status text not null check (status in ('started', 'finished', 'error', 'cancelled')),
  start_time timestamptz(3) not null default now(),
  stop_time timestamptz(3),
  batch_text text not null,
  selected_text text,
  chart jsonb,
  user_id text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  dispatched_at timestamptz(3) not null default now(),
  worker_id text,
  lease_token uuid,
  claimed_at timestamptz(3),
  cancel_requested_at timestamptz(3),
  cancel_requested_by text,
  cancel_confirmed_at timestamptz(3),
  cancel_outcome text check (cancel_outcome in ('confirmed', 'connection_closed', 'too_late')),
  check ((worker_id is null) = (lease_token is null))
);
create index batches_user_id_created_at_idx on batches (user_id, created_at desc);
create index batches_created_at_idx on batches (created_at desc);
create index batches_query_id_idx on batches (query_id);
-- The sweep looks only at batches that still run; both indexes stay as small as that set.
create index batches_unclaimed_idx on batches (dispatched_at)
  where status = 'started' and lease_token is null;
create index batches_claimed_idx on batches (worker_id)
  where status = 'started' and lease_token is not null;

create table statements (
  id uuid primary key,
  batch_id uuid not null references batches (id) on delete cascade on update cascade,
  sequence integer not null,
  statement_text text not null,
  start_offset integer not null,
  end_offset integer not null,
  status text not null check (status in ('queued', 'started', 'finished', 'error', 'cancelled')),
  start_time timestamptz(3),
  stop_time timestamptz(3),
  columns jsonb,
  row_count bigint,
  affected_rows bigint,
  command text,
  results_path text,
  bytes bigint,
  checksum bigint,
  incomplete boolean,
  truncated_by text check (truncated_by in ('rows', 'bytes')),
  notices jsonb not null default '[]',
  execution_id text,
  error jsonb,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index statements_batch_id_sequence_key on statements (batch_id, sequence);

create table worker_requests (
  id uuid primary key,
  kind text not null,
  encrypted_payload bytea not null,
  status text not null default 'waiting' check (status in ('waiting', 'claimed', 'answered', 'failed')),
  answer jsonb,
  error jsonb,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3)
);
create index worker_requests_expires_at_idx on worker_requests (expires_at);

create table schema_cache (
  key text primary key,
  connection_id text not null,
  body text not null,
  created_at timestamptz(3) not null default now()
);
create index schema_cache_connection_id_idx on schema_cache (connection_id);

create table setup_marks (
  name text primary key,
  created_at timestamptz(3) not null default now()
);
