-- Hours as a source words them, where they can't be read as opening_hours: shown, never computed with.
alter table places add column hours_text text check (length(hours_text) between 1 and 500);
alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'category', 'type', 'neighborhood', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes'));
