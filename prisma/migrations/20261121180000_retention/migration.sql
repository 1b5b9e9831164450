-- Retention looks for the results that expire first, among all statements there ever were.
create index statements_expires_at_idx on statements (expires_at) where results_path is not null;
