-- Drafts: the unsaved text of an editor tab, for each user. Query versions: what a saved query held after each save.
-- Both are encrypted, see cipher.ts in packages/database.

-- One sequence for all drafts, so that a draft that is deleted and created again never has an earlier version.
create sequence draft_versions;

create table drafts (
  -- A user or a service token, hence no foreign key.
  user_id text not null,
  id uuid not null,
  version bigint not null default nextval('draft_versions'),
  -- Of its tab among the user's tabs.
  position integer not null,
  -- Name, connection, query.
  encrypted_details bytea not null,
  -- Text and chart.
  encrypted_content bytea not null,
  -- Of the text in UTF-8.
  bytes integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- With the user, so that no user can take or find the ID of another's draft.
  primary key (user_id, id)
);
create index drafts_updated_at_idx on drafts (updated_at);

create table query_versions (
  query_id text not null references queries (id) on delete cascade on update cascade,
  -- The query's version that the save made; numbers have gaps, because sharing and tags change that version too.
  number integer not null,
  created_by text not null,
  -- The version that was restored; null for a save.
  restored_from integer,
  -- Of the text in UTF-8.
  bytes integer not null,
  -- Text and chart.
  encrypted_content bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (query_id, number)
);
create index query_versions_created_at_idx on query_versions (created_at);
