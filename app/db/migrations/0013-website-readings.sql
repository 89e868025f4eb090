-- The websites of listed places as a live source.

-- One row per place whose website was read: when, what it came to, and what the website said when it could be read last.
create table website_readings (
  place_id bigint primary key references places on delete cascade,
  -- The website as listed when it was read. Once the place has another one, this row says nothing.
  website text not null,
  read_at timestamptz not null,
  -- 'unread': nothing can be said, as when the website was down or doesn't allow us.
  outcome text not null check (outcome in ('read', 'unread', 'gone', 'parked', 'moved')),
  -- Why it wasn't read, or where it moved to.
  detail text check (length(detail) <= 500),
  -- How many readings in a row found it gone, parked or moved, those left out that said nothing.
  missing_count smallint not null check (missing_count >= 0),
  -- What it said, and on which day. Null: it was never read.
  facts jsonb,
  facts_on date,
  constraint website_readings_facts check ((facts is null) = (facts_on is null)),
  constraint website_readings_detail check (outcome <> 'read' or (detail is null and missing_count = 0))
);
create index website_readings_by_age on website_readings (read_at);

alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in ('overture', 'osm', 'google', 'csv', 'json-ld', 'website'));

-- The addresses of a place's menu and of its page for reservations.
alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'otherNames', 'category', 'type', 'neighborhood',
  'summary', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes',
  'attributeCorrections', 'licensed', 'closedForWorks', 'menuUrl', 'reservationsUrl'));
