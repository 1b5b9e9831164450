-- Why a worker's process died, where its supervisor could tell.
alter table workers add column lost_cause text;

-- A result whose file went missing before its time.
alter table statements add column results_lost_at timestamptz(3);

-- Statements that a lost worker had sent, until their queries are known to have ended.
create table orphans (
  statement_id uuid primary key references statements (id) on delete cascade on update cascade,
  due_at timestamptz(3) not null default now(),
  tries integer not null default 0,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  outcome text
);
create index orphans_due_at_idx on orphans (due_at) where settled_at is null;
