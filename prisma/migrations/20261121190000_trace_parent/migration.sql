-- The trace that a batch belongs to, so that its worker goes on with it, also after a redispatch.
alter table batches add column trace_parent text;
