-- Shares of batches: each lets a user, a service token or everyone of the owner's tenant read one batch.

create table batch_shares (
  id uuid primary key,
  batch_id uuid not null references batches (id) on delete cascade on update cascade,
  user_id text,
  -- `__EVERYONE__`, when there is no user_id.
  group_id text,
  created_by text not null,
  -- Null: it does not expire.
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint batch_shares_grantee_check check (num_nonnulls(user_id, group_id) = 1)
);
create unique index batch_shares_batch_id_user_id_key on batch_shares (batch_id, user_id);
create unique index batch_shares_batch_id_group_id_key on batch_shares (batch_id, group_id);
create index batch_shares_user_id_idx on batch_shares (user_id);
create index batch_shares_group_id_idx on batch_shares (group_id);
