-- Definitions of the placeholders of a saved query, as sent.
alter table queries add column parameters jsonb not null default '[]';
