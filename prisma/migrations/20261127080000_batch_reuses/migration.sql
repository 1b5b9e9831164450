-- Callers that reused a run of another caller on the access of the owner of a query. They read it like their own.
create table batch_reuses (
  batch_id uuid not null references batches (id) on delete cascade on update cascade,
  user_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (batch_id, user_id)
);
