-- Where a place takes reservations and orders and has its menu: columns, so that lists show them, and a fact for orders.

alter table places add column menu_url text;
alter table places add column reservations_url text;
alter table places add column order_url text;

update places set
  menu_url = (select f.value #>> '{}' from place_facts f where f.place_id = places.id and f.field = 'menuUrl'),
  reservations_url = (select f.value #>> '{}' from place_facts f where f.place_id = places.id and f.field = 'reservationsUrl')
where exists (select 1 from place_facts f where f.place_id = places.id and f.field in ('menuUrl', 'reservationsUrl'));

alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'otherNames', 'category', 'type', 'neighborhood',
  'summary', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes',
  'attributeCorrections', 'licensed', 'closedForWorks', 'menuUrl', 'reservationsUrl', 'orderUrl', 'wikidata', 'opened', 'picture'));
