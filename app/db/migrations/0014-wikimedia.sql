-- Wikidata and Wikimedia Commons: the item of a place, when it opened, and a free picture of it.

alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'otherNames', 'category', 'type', 'neighborhood',
  'summary', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes',
  'attributeCorrections', 'licensed', 'closedForWorks', 'menuUrl', 'reservationsUrl', 'wikidata', 'opened', 'picture'));
-- The places with an item, and those with a picture.
create index place_facts_of_wikimedia on place_facts (field, place_id) where field in ('wikidata', 'picture');

-- "live": records of a live source about listed places, each with our own id of its place.
alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in ('overture', 'osm', 'google', 'csv', 'json-ld', 'website', 'live'));

-- What a run left out and why, in words for the operator, with how often.
alter table source_runs add column counts jsonb default '{}' not null;

-- The file on Wikimedia Commons that a photo is from; null for an upload. Such a photo is shown while the place's fact "picture",
-- which has its credit, names the same file. The row of one that an editor removed stays, so that it isn't fetched again.
alter table place_photos add column source_file text check (length(source_file) between 1 and 255);
create unique index place_photos_once_fetched on place_photos (place_id, source_file) where source_file is not null;
