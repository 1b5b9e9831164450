-- Label and colour of a connection, such as production in red. An empty label shows nothing.
alter table connections
  add column environment text not null default '',
  add column environment_color text not null default 'gray';
