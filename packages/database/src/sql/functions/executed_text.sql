-- executed_text: the SQL that a batch ran: its selection when that is not blank, else the whole text.
--
-- Purpose: query history and the worker list show and search this text.
--
-- Invariants:
-- * Indexes and extended statistics of `batches` store its results. A change of what it returns must rebuild them
--   in a versioned migration; see 20261123130000_query_history.
create or replace function executed_text(selected_text text, batch_text text) returns text
language sql immutable parallel safe as $$
  select case when selected_text ~ '[^[:space:]]' then selected_text else batch_text end
$$;
