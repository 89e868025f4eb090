-- Which process is at an import, and until when unless it says so again: another one that read the file too would do so in vain.
alter table imports
  add column worker uuid,
  add column held_until timestamptz,
  -- What those are here that their file says no kind of: a category and a type, for this file alone.
  add column plain_kind jsonb;

-- When an entry that waits was last held against what has been listed since its file was read.
alter table import_records add column looked_at timestamptz;
