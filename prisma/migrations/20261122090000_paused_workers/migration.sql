-- Why a worker that lives begins nothing at present: `storage`. Its slots are 0 meanwhile.
alter table workers add column paused_for text;
