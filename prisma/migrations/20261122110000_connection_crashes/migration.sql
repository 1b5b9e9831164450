-- Connections whose batches ran in a process that died of what it ran.
create table connection_crashes (
  connection_id text not null,
  worker_id text not null,
  -- Nothing else ran there: it was a batch of this connection.
  alone boolean not null,
  at timestamptz(3) not null default now(),
  primary key (connection_id, worker_id)
);

-- Until then batches of the connection end without being sent.
alter table connections add column paused_until timestamptz(3);
