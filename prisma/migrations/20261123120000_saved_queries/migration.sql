-- Text that people keep, share and find again.
create table queries (
  id text primary key,
  name text not null,
  -- No reference: a query outlives its connection.
  connection_id text,
  query_text text not null default '',
  chart jsonb,
  tags text[] not null default '{}',
  -- Whose it is; null once that user or service token is deleted, whose id may be given again.
  owner_id text,
  -- Who made it, for the record.
  created_by text not null,
  updated_by text not null,
  -- Grows with every change.
  version integer not null default 1,
  -- The owner and whom rows of query_acl name: lists are cut by one index, however queries are shared.
  readers text[] not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index queries_readers_idx on queries using gin (readers);
create index queries_tags_idx on queries using gin (tags);
create index queries_owner_id_idx on queries (owner_id);
create index queries_created_by_idx on queries (created_by);
create index queries_connection_id_idx on queries (connection_id);
-- The two orders of the list, with the id last so that pages do not overlap.
create index queries_updated_at_id_idx on queries (updated_at desc, id desc);
create index queries_name_id_idx on queries (lower(name), id);

-- Who else may read a query, or write it.
create table query_acl (
  id integer generated always as identity primary key,
  query_id text not null references queries (id) on delete cascade on update cascade,
  -- A user's or a service token's id.
  user_id text,
  group_id text check (group_id = '__EVERYONE__'),
  write boolean not null,
  check ((user_id is null) <> (group_id is null))
);
create unique index query_acl_query_id_user_id_key on query_acl (query_id, user_id);
create unique index query_acl_query_id_group_id_key on query_acl (query_id, group_id);
create index query_acl_user_id_idx on query_acl (user_id);

-- Search for any part of a text needs trigrams. Where the extension is not to be had (a managed database
-- may not offer it, or not to this user) search reads all texts: slower with many queries, never wrong.
do $$
begin
  create extension if not exists pg_trgm;
  create index queries_search_idx on queries using gin (name gin_trgm_ops, query_text gin_trgm_ops);
exception when others then
  raise notice 'no trigram index of queries: %', sqlerrm;
end
$$;
