-- Values of a batch's placeholders, as JSON text: jsonb cannot hold U+0000, which most engines can.
alter table batches add column parameters text;
-- Places of a statement's placeholders, as JSON: [name, start, end] of each.
alter table statements add column placeholders text;
