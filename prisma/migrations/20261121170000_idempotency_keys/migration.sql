-- What a client named its request, so that sending it again gives the same batch.
create table idempotency_keys (
  user_id text not null,
  key text not null,
  request_hash text not null,
  batch_id uuid not null references batches (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_batch_id_idx on idempotency_keys (batch_id);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
