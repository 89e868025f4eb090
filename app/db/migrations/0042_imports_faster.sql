-- What is near is found in memory: a million rows of an import need no index of where they are.
drop index import_records_new_by_point;

-- A table that grows by a thousand rows a second has no figures yet. With the import first, each of its indexes looked as good
-- as any other to a planner that knows nothing, and a look-up by phone read all new entries of the file.
drop index import_records_new_by_phone;
drop index import_records_new_by_name;
create index import_records_new_by_phone on import_records (phone, import_id) where outcome = 'new' and phone is not null;
create index import_records_new_by_name on import_records (name_slug, import_id) where outcome = 'new';
