-- When an editor decided about an entry, for the list of what was decided last. What the run itself has done has no such time:
-- a file's thousands of new entries are in no such list.
alter table import_records add column decided_at timestamptz;

-- Whatever of the likely duplicates doesn't wait was decided by somebody, also before its time was written down.
create index import_records_decided on import_records (import_id, decided_at desc nulls last, id desc)
  where decided_at is not null or (outcome = 'perhaps' and state in ('applied', 'refused'));
