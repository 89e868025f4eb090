-- What a source may not do alone: a closing and a contradiction of a person become questions, and a record that is gone loses its
-- facts only after two files.

-- "closed": the source says that a listed place is closed; `reason` says how.
alter table import_records drop constraint import_records_outcome_check;
alter table import_records add constraint import_records_outcome_check check (outcome in ('new', 'linked', 'duplicate',
  'duplicate-in-file', 'possible-duplicate', 'skipped', 'closed'));

-- The last file with everything of the source that had the record, and how many in a row didn't. After two its facts drop.
alter table source_records add column seen_import_id uuid;
alter table source_records add column missing_files smallint not null default 0 check (missing_files >= 0);

-- The source that a correction comes from, if an import sent it instead of a visitor.
alter table corrections add column source_id text references sources;
create index corrections_by_source on corrections (source_id, place_id) where source_id is not null;
