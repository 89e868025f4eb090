-- The fact that a change replaced, with its source, so that the change can be taken back whole: an array of one, or of none
-- where nothing was known. Null: changed before it was kept, and taken back by its value alone.
alter table place_changes add column kept jsonb;
