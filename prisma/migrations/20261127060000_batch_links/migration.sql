-- Public links: each shows the rows of one batch to everyone who has it.

create table batch_links (
  id uuid primary key,
  batch_id uuid not null references batches (id) on delete cascade on update cascade,
  -- SHA-256 of the token.
  token_hash text not null,
  -- Null: it needs no password.
  password_hash text,
  allow_download boolean not null,
  -- Null: it shows all rows.
  max_rows integer,
  created_by text not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index batch_links_token_hash_key on batch_links (token_hash);
create index batch_links_batch_id_idx on batch_links (batch_id);
