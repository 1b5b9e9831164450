-- Statements that live on their server: another worker goes on where one was lost or had to stop.

-- How many workers have taken it over; each reads its rows into a file of its own.
alter table statements add adoptions integer not null default 0;

create table handovers (
  batch_id uuid primary key references batches (id) on delete cascade,
  -- The last statement that was told of.
  statement_id uuid not null,
  -- Encrypted: what opens the session again.
  session bytea not null,
  -- Workers that were lost with it.
  losses integer not null default 0
);

-- Whether another worker may go on with a batch: no statement was sent whose id on the server is unknown,
-- and those who tried before were not lost with it again and again.
create function is_adoptable(batch uuid) returns boolean language sql stable as $$
  select exists (
    select from handovers h
    where h.batch_id = batch and h.losses < 3
      and not exists (
        select from statements s
        where s.batch_id = batch and s.status = 'started' and s.id <> h.statement_id))
$$;
