-- Saved queries that AI agents run as tools.
alter table queries add column expose_as_tool boolean not null default false;
create index queries_expose_as_tool_idx on queries (updated_at desc) where expose_as_tool;
