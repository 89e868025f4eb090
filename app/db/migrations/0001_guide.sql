create extension if not exists unaccent;
create extension if not exists pg_trgm;

create table categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 60),
  short_name text not null check (length(short_name) between 1 and 40),
  headline text not null,
  description text not null,
  position smallint not null unique
);

create table metro_stations (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  codes text[] not null,
  lines text[] not null check (lines <@ array['red', 'orange', 'silver', 'blue', 'yellow', 'green']),
  address text not null,
  lat double precision not null check (lat between 38.7 and 39.1),
  lng double precision not null check (lng between -77.2 and -76.8)
);

-- Where facts come from. `license_basis` keeps what a publisher states apart from what we infer.
create table sources (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  publisher text not null,
  license text not null,
  license_basis text not null check (license_basis in ('stated', 'inferred', 'own')),
  credit text not null,
  vintage text not null,
  note text not null
);

create table neighborhoods (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('neighborhood', 'park')),
  quadrants text[] not null check (quadrants <@ array['NW', 'NE', 'SW', 'SE']),
  aka text[] not null,
  summary text not null,
  description text not null,
  special jsonb not null,
  center_lat double precision not null,
  center_lng double precision not null,
  confidence text not null,
  rank smallint unique,
  shape jsonb not null,
  street_plan jsonb not null,
  neighbors text[] not null,
  -- What the seed file said when it was last loaded; null once a person has changed the row.
  seed_digest text,
  updated_at timestamptz not null
);

create table neighborhood_stations (
  neighborhood_slug text not null references neighborhoods on delete cascade,
  station_slug text not null references metro_stations on delete cascade,
  inside boolean not null,
  position smallint not null,
  primary key (neighborhood_slug, station_slug)
);

create table places (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 1 and 120),
  category_slug text not null references categories,
  type text not null check (length(type) between 1 and 60),
  neighborhood_slug text not null references neighborhoods,
  description text not null check (length(description) <= 2000),
  street text check (length(street) <= 160),
  quadrant text check (quadrant in ('NW', 'NE', 'SW', 'SE')),
  zip text check (zip ~ '^20[0-9]{3}$'),
  lat double precision check (lat between 38.7 and 39.1),
  lng double precision check (lng between -77.2 and -76.8),
  price_range text check (price_range in ('$', '$$', '$$$', '$$$$', 'Free', 'N/A')),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  website text check (website ~ '^https?://' and length(website) <= 300),
  -- The OpeningHours shape of features/places/opening-hours.ts; null is "unknown", which is not "closed".
  hours jsonb,
  attributes jsonb not null default '{}',
  nearest_station_slug text references metro_stations,
  nearest_station_meters integer check (nearest_station_meters >= 0),
  featured_rank smallint check (featured_rank between 1 and 4),
  hub_rank smallint check (hub_rank between 1 and 3),
  picture_salt smallint not null default 0,
  status text not null check (status in ('published', 'closed', 'removed')),
  closed_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((lat is null) = (lng is null)),
  check ((nearest_station_slug is null) = (nearest_station_meters is null))
);
create index places_by_category on places (category_slug, name) where status = 'published';
create index places_by_neighborhood on places (neighborhood_slug, name) where status = 'published';

-- One row per place and field: what is shown, who said so, when. Freshness, suggestions and the withdrawal of a source stand on it.
create table place_facts (
  place_id bigint not null references places on delete cascade,
  field text not null check (field in ('name', 'category', 'type', 'neighborhood', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'attributes')),
  value jsonb not null,
  source_id text not null references sources,
  source_record text,
  -- The source's own date, as fine as it gives it: YYYY, YYYY-MM or YYYY-MM-DD. Null: it has none.
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  origin text not null check (origin in ('seed', 'import', 'person')),
  recorded_at timestamptz not null,
  primary key (place_id, field)
);
create index place_facts_by_source on place_facts (source_id);

create table authors (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  bio text not null
);

create table posts (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 140),
  excerpt text not null check (length(excerpt) <= 300),
  body text not null check (length(body) <= 100000),
  category_slug text not null references categories,
  neighborhood_slug text references neighborhoods,
  author_slug text not null references authors,
  keywords text[] not null,
  picture text,
  picture_salt smallint not null default 0,
  featured_rank smallint check (featured_rank between 1 and 6),
  status text not null check (status in ('draft', 'published')),
  read_minutes smallint not null check (read_minutes >= 1),
  published_at timestamptz not null,
  updated_at timestamptz not null,
  seed_digest text
);
create index posts_by_date on posts (published_at desc, id desc) where status = 'published';
create index posts_by_category on posts (category_slug, published_at desc, id desc) where status = 'published';
create index posts_by_neighborhood on posts (neighborhood_slug, published_at desc, id desc) where status = 'published';

create table post_places (
  post_id bigint not null references posts on delete cascade,
  place_id bigint not null references places,
  position smallint not null,
  reason text not null,
  hint text not null,
  primary key (post_id, place_id),
  unique (post_id, position)
);
create index post_places_by_place on post_places (place_id);

create table place_search (
  place_id bigint primary key references places on delete cascade,
  doc tsvector not null
);
create index place_search_doc on place_search using gin (doc) with (fastupdate = off);

create table post_search (
  post_id bigint primary key references posts on delete cascade,
  doc tsvector not null
);
create index post_search_doc on post_search using gin (doc) with (fastupdate = off);

create table neighborhood_search (
  neighborhood_slug text primary key references neighborhoods on delete cascade,
  doc tsvector not null
);
create index neighborhood_search_doc on neighborhood_search using gin (doc) with (fastupdate = off);

-- Views, counted without cookies. `visitors` counts salted hashes that are thrown away with the day's salt.
create table view_days (
  day date not null,
  subject text not null check (subject in ('site', 'place', 'guide', 'neighborhood', 'category', 'page')),
  key text not null check (length(key) <= 120),
  views integer not null check (views >= 0),
  visitors integer not null check (visitors >= 0),
  primary key (day, subject, key)
);
create index view_days_by_subject on view_days (subject, key, day);

create table visitor_salts (
  day date primary key,
  salt bytea not null
);

create table visitor_marks (
  day date not null,
  subject text not null,
  key text not null,
  mark bytea not null,
  primary key (day, subject, key, mark)
);

-- Which catalogue was loaded last, so that a second start has nothing to do.
create table catalogue_loads (
  digest text primary key,
  loaded_at timestamptz not null
);
