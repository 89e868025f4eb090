-- An import can be undone as a whole, and says whether its file has everything that its source has.

-- Whether the file has all records of its source. Only then does it mean something that a record is missing.
alter table imports add column is_whole boolean not null default false;

-- "undoing": its places and facts are being put back. "undone": all of them are.
alter table imports drop constraint imports_stage_check;
alter table imports add constraint imports_stage_check check (stage in ('mapping', 'checking', 'checked', 'running', 'done',
  'cancelled', 'failed', 'withdrawing', 'withdrawn', 'undoing', 'undone'));
drop index imports_under_way;
create index imports_under_way on imports (progressed_at) where stage in ('checking', 'running', 'withdrawing', 'undoing');

-- What the source said about the place before this record was applied, as the row of source_records in an array; empty if it
-- said nothing. Null: not applied, or applied before this was recorded.
alter table import_records add column previous_record jsonb check (jsonb_typeof(previous_record) = 'array');
