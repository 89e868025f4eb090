-- The guide district: places and their facts, categories, neighborhoods, guides, stock photos, analytics.


-- Categories, stations and sources -------------------------------------------------------------------------------------

-- One row per category, with the texts of its hub.
create table categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 60),
  short_name text not null check (length(short_name) between 1 and 40),
  headline text not null,
  description text not null,
  position smallint not null unique,
  -- The types that people look for here, each with its plural: {"Plumber": "plumbers"}. The hub names those it has none of.
  sought_types jsonb not null default '{}'
);

-- One row per Metro station. The limits of latitude and longitude, here and in places, are those of the Washington area.
create table metro_stations (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  codes text[] not null,
  lines text[] not null check (lines <@ array['red', 'orange', 'silver', 'blue', 'yellow', 'green']),
  address text not null,
  lat double precision not null check (lat between 38.7 and 39.1),
  lng double precision not null check (lng between -77.2 and -76.8)
);

-- One row per source of facts.
create table sources (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  publisher text not null,
  license text not null,
  -- Separates what a publisher states about the license from what we infer.
  license_basis text not null check (license_basis in ('stated', 'inferred', 'own')),
  credit text not null,
  vintage text not null,
  note text not null,
  -- How a sentence names a register of places: "the District’s liquor license register".
  register text
);


-- Neighborhoods --------------------------------------------------------------------------------------------------------

-- One row per neighborhood, with its texts and the data that its map is drawn from.
create table neighborhoods (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('neighborhood', 'park')),
  quadrants text[] not null check (quadrants <@ array['NW', 'NE', 'SW', 'SE']),
  -- Other names.
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
  -- The digest of the seed file when it was last loaded; null after a person changed the row, which seeds then skip.
  seed_digest text,
  updated_at timestamptz not null
);

-- One row per station in or near a neighborhood.
create table neighborhood_stations (
  neighborhood_slug text not null references neighborhoods on delete cascade,
  station_slug text not null references metro_stations on delete cascade,
  inside boolean not null,
  position smallint not null,
  primary key (neighborhood_slug, station_slug)
);


-- Places and their facts -----------------------------------------------------------------------------------------------

-- One row per place, with the values that pages show. place_facts says where each value comes from.
create table places (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 1 and 120),
  category_slug text not null references categories,
  type text not null check (length(type) between 1 and 60),
  neighborhood_slug text not null references neighborhoods,
  -- One line for lists: what one gets there and for whom. Empty: lists begin with the description.
  summary text not null default '' check (length(summary) <= 90),
  -- Empty: the place is listed with a register's facts, and nobody has written about it.
  description text not null check (length(description) <= 2000),
  street text check (length(street) <= 160),
  quadrant text check (quadrant in ('NW', 'NE', 'SW', 'SE')),
  zip text check (zip ~ '^20[0-9]{3}$'),
  lat double precision check (lat between 38.7 and 39.1),
  lng double precision check (lng between -77.2 and -76.8),
  price_range text check (price_range in ('$', '$$', '$$$', '$$$$', 'Free', 'N/A')),
  -- E.164.
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  website text check (website ~ '^https?://' and length(website) <= 300),
  -- In the shape of opening-hours.ts. Null means "unknown", which is not "closed".
  hours jsonb,
  attributes jsonb not null default '{}',
  nearest_station_slug text references metro_stations,
  nearest_station_meters integer check (nearest_station_meters >= 0),
  featured_rank smallint check (featured_rank between 1 and 4),
  hub_rank smallint check (hub_rank between 1 and 3),
  -- Varies the drawn picture of the place.
  picture_salt smallint not null default 0,
  status text not null check (status in ('published', 'closed', 'removed')),
  -- The day on which the closure was recorded.
  closed_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Hours as the source words them, if they cannot be read as hours: shown, never used in calculations.
  hours_text text check (length(hours_text) between 1 and 500),
  -- "reported": by several independent people, and not confirmed yet. The other values are decisions of editors or owners.
  closure text check (closure in ('reported', 'temporary', 'permanent', 'moved')),
  -- The place that this one moved to, or that replaced it.
  successor_id bigint references places on delete set null,
  -- The day on which a temporarily closed place opens again by itself.
  reopens_on date,
  closed_by_owner boolean not null default false,
  -- A place that an editor deleted is in no list and no count.
  deleted_at timestamptz,
  -- What restoring the place brings back.
  state_before_deletion jsonb,
  check ((lat is null) = (lng is null)),
  check ((nearest_station_slug is null) = (nearest_station_meters is null)),
  check (successor_id <> id),
  check (reopens_on is null or closure is not distinct from 'temporary'),
  check (not closed_by_owner or closure is not distinct from 'temporary'),
  constraint places_closure_status check (
    case when closure in ('reported', 'temporary') then status = 'published' and closed_on is not null
      when closure in ('permanent', 'moved') then status = 'closed' and closed_on is not null
      else true end
  ),
  constraint places_deleted
    check ((deleted_at is null) = (state_before_deletion is null) and (deleted_at is null or status = 'removed'))
);
create index places_by_category on places (category_slug, name) where status = 'published';
create index places_by_neighborhood on places (neighborhood_slug, name) where status = 'published';
-- For suggestions on pages that were not found: without it every 404 would read all places.
create index places_slug_similar on places using gin (slug gin_trgm_ops) with (fastupdate = off);
create index places_by_successor on places (successor_id) where successor_id is not null;
-- For picks: a few places of each type near those that a member likes.
create index places_by_type_near on places (type, neighborhood_slug, id) where status = 'published';
create index places_by_reopening on places (reopens_on) where reopens_on is not null;
-- For forms while they are filled in: places near a point, the quadrants of a ZIP code, and places with a phone number.
-- A degree of longitude in Washington is 0.778 times as long as a degree of latitude.
create index places_by_point on places using gist (point(lng * 0.778, lat)) where status = 'published';
create index places_by_zip on places (zip, quadrant) where status = 'published';
create index places_by_phone on places (phone) where phone is not null;
-- For the editors' tables: deleted places, search by a part of the name or slug, and each sort order.
create index places_deleted_at on places (deleted_at desc, id) where deleted_at is not null;
create index places_by_words on places using gin (lower(name || ' ' || slug) gin_trgm_ops) with (fastupdate = off);
create index places_by_name on places (lower(name), id);
create index places_by_update on places (updated_at desc, id desc);
create index places_by_creation on places (created_at desc, id desc);
-- For duplicates during an import: places with the same website. The branches of a chain share one.
create index places_by_site_host on places (substring(website from '^https?://(?:www\.)?([^/:?#]+)')) where website is not null;
-- For the editors' filters (category, neighborhood, price, state) in any sort order: matching places are few enough to sort,
-- or are counted from the index alone. Removed places are in none of these lists.
create index places_unremoved_by_category on places (category_slug, neighborhood_slug, price_range) include (status)
  where status <> 'removed';
create index places_unremoved_by_neighborhood on places (neighborhood_slug, price_range) include (status) where status <> 'removed';
create index places_unremoved_by_price on places (price_range) include (status)
  where status <> 'removed' and price_range is not null;
create index places_closed on places (id) where status = 'closed';

-- One row per place and field: the current value, its source and its date. Freshness, suggested edits and the withdrawal
-- of a source are based on it.
create table place_facts (
  place_id bigint not null references places on delete cascade,
  -- "attributeCorrections": single attributes that a person corrected. They override the source's "attributes", which
  -- stay as they are.
  field text not null check (field in ('name', 'category', 'type', 'neighborhood', 'summary', 'description', 'ranks',
    'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes', 'attributeCorrections',
    'licensed', 'closedForWorks')),
  value jsonb not null,
  source_id text not null references sources,
  -- The id of the entry in the source.
  source_record text,
  -- The source's own date, as precise as the source gives it: YYYY, YYYY-MM or YYYY-MM-DD. Null: the source has no date.
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  origin text not null check (origin in ('seed', 'import', 'person')),
  recorded_at timestamptz not null,
  primary key (place_id, field)
);
-- Counts the facts of a source up to the number that a screen shows. place_id is in it so that the planner has an order to
-- stop in, and does not collect all facts of the source first.
create index place_facts_by_source on place_facts (source_id, origin, place_id);

-- One row per change of a place: who changed which field, and the values before and after.
create table place_changes (
  id bigint generated always as identity primary key,
  place_id bigint not null references places on delete cascade,
  -- A field of place_facts, or "closure".
  field text not null,
  before jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null,
  -- Null if several reports together caused the change, and after the user's account is deleted.
  changed_by uuid,
  case_id uuid references moderation_cases on delete set null,
  -- The replaced fact with its source, so that an undo restores both: an array of one fact, or an empty array if there was
  -- none. Null: not recorded; an undo restores the value alone.
  previous_fact jsonb
);
create index place_changes_by_place on place_changes (place_id, changed_at desc);
create index place_changes_by_person on place_changes (changed_by);
create index place_changes_by_case on place_changes (case_id);

-- Cases about places: suggested edits, reports of closed places, claims and owner edits.
alter table moderation_cases add foreign key (place_id) references places on delete cascade;

-- One row per version of the seed data that was loaded, so that a start with the same data has nothing to do.
create table seed_loads (
  digest text primary key,
  loaded_at timestamptz not null
);


-- Guides ---------------------------------------------------------------------------------------------------------------

-- One row per byline.
create table authors (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  bio text not null,
  -- The user behind the byline.
  user_id uuid unique,
  -- When an editor first changed it; seed files then leave it alone.
  edited_at timestamptz,
  kind text not null default 'team' check (kind in ('team', 'person')),
  constraint authors_words check (length(slug) <= 80 and length(name) between 1 and 80 and length(bio) <= 300)
);

-- One row per guide. What its editors write before they publish it is in guide_drafts.
create table posts (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 140),
  excerpt text not null check (length(excerpt) <= 300),
  body text not null check (length(body) <= 100000),
  category_slug text not null references categories,
  neighborhood_slug text references neighborhoods,
  -- on update cascade: deleting an editor's account renames the byline.
  author_slug text not null references authors on update cascade,
  keywords text[] not null,
  picture text,
  picture_salt smallint not null default 0,
  featured_rank smallint check (featured_rank between 1 and 6),
  status text not null check (status in ('draft', 'published')),
  read_minutes smallint not null check (read_minutes >= 1),
  -- A time in the future: the guide appears then.
  published_at timestamptz not null,
  updated_at timestamptz not null,
  -- As in neighborhoods.
  seed_digest text,
  -- Who may read the whole guide.
  access text not null default 'everyone' check (access in ('everyone', 'members')),
  -- Members of the plans with early access see the guide before published_at.
  is_early boolean not null default false,
  deleted_at timestamptz,
  -- What restoring the guide brings back.
  status_before_deletion text check (status_before_deletion in ('draft', 'published')),
  -- When an editor unpublished the guide; null for a guide that is published or never was.
  unpublished_at timestamptz check (unpublished_at is null or status = 'draft'),
  -- When the guide first became visible to anybody, and to everybody. Both stay after unpublishing: a guide that readers
  -- have seen keeps its date, and its former addresses go on redirecting.
  first_visible_at timestamptz,
  first_public_at timestamptz,
  constraint posts_deleted
    check ((deleted_at is null) = (status_before_deletion is null) and (deleted_at is null or status = 'draft')),
  constraint posts_visible_before_public
    check (first_public_at is null or (first_visible_at is not null and first_visible_at <= first_public_at))
);
create index posts_by_date on posts (published_at desc, id desc) where status = 'published';
create index posts_by_category on posts (category_slug, published_at desc, id desc) where status = 'published';
create index posts_by_neighborhood on posts (neighborhood_slug, published_at desc, id desc) where status = 'published';
-- As places_slug_similar.
create index posts_slug_similar on posts using gin (slug gin_trgm_ops) with (fastupdate = off);
create index posts_by_author on posts (author_slug);

-- Publishing a deleted guide restores it.
create function restore_published_post() returns trigger language plpgsql as $$
begin
  new.deleted_at := null;
  new.status_before_deletion := null;
  return new;
end
$$;
create trigger posts_published before update of status on posts
  for each row when (new.status = 'published' and new.deleted_at is not null)
  execute function restore_published_post();

-- One row per further author of a guide, in the order of the byline.
create table post_coauthors (
  post_id bigint not null references posts on delete cascade,
  position smallint not null check (position between 1 and 3),
  author_slug text not null references authors on update cascade,
  primary key (post_id, position),
  unique (post_id, author_slug)
);
create index post_coauthors_by_author on post_coauthors (author_slug);

-- One row per place that a guide names, in the order of the text.
create table post_places (
  post_id bigint not null references posts on delete cascade,
  place_id bigint not null references places,
  position smallint not null,
  reason text not null,
  hint text not null,
  -- When the guide first named the place: only a closure after that is news to its readers. Null: unknown.
  mentioned_at timestamptz,
  primary key (post_id, place_id),
  unique (post_id, position)
);
create index post_places_by_place on post_places (place_id);

-- One row per former address of a guide. It redirects to the current one, and no other guide ever gets it.
create table post_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  post_id bigint not null references posts on delete cascade,
  replaced_at timestamptz not null
);
create index post_slugs_by_post on post_slugs (post_id);


-- Stock photos ---------------------------------------------------------------------------------------------------------

-- One row per photo that the photo provider returned.
create table photos (
  -- The provider's own number.
  id bigint primary key check (id > 0),
  -- The file that the server fetches.
  source_url text not null check (source_url ~ '^https?://' and length(source_url) <= 500),
  page_url text not null check (page_url ~ '^https://' and length(page_url) <= 500),
  photographer text not null check (length(photographer) between 1 and 120),
  photographer_url text check (photographer_url ~ '^https://' and length(photographer_url) <= 500),
  alt text not null check (length(alt) <= 300),
  seen_at timestamptz not null
);
create index photos_by_age on photos (seen_at desc, id);

-- One row per search at the provider, with the photos it returned, best first. An empty result is stored too.
create table photo_lookups (
  type text not null check (type in ('business', 'category', 'neighborhood', 'restaurant')),
  query text not null check (length(query) between 1 and 120),
  photo_ids bigint[] not null,
  requested_at timestamptz not null,
  fresh_until timestamptz not null,
  primary key (type, query)
);
create index photo_lookups_by_age on photo_lookups (requested_at desc, type, query);

-- One row per provider that gets no requests until the given time, after failures.
create table photo_pauses (
  -- A digest of the provider's address and our key: a new key starts without a pause.
  provider text primary key check (length(provider) <= 60),
  failures smallint not null check (failures >= 0),
  until timestamptz not null
);


-- Analytics ------------------------------------------------------------------------------------------------------------
-- Visits are counted without cookies. Visitors are counted by salted hashes, which are deleted with the day's salt.

-- One row per day and page: its views and visitors.
create table daily_views (
  day date not null,
  subject text not null check (subject in ('site', 'place', 'guide', 'neighborhood', 'category', 'page')),
  key text not null check (length(key) <= 120),
  views integer not null check (views >= 0),
  visitors integer not null check (visitors >= 0),
  -- Demo views have rows of their own, so that deleting the demo data deletes nothing else.
  is_demo boolean not null default false,
  primary key (day, subject, key, is_demo)
);
create index daily_views_by_subject on daily_views (subject, key, day);
create index daily_views_demo on daily_views (day) where is_demo;

-- One row per past month and page: the sum of daily_views, so that a year of all pages is quick to read. The days stay in
-- daily_views. Demo views are left out, because demo data comes and goes.
create table monthly_views (
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  subject text not null check (subject in ('site', 'place', 'guide', 'neighborhood', 'category', 'page')),
  key text not null check (length(key) <= 120),
  views integer not null check (views >= 0),
  visitors integer not null check (visitors >= 0),
  primary key (month, subject, key)
);
-- Which months exist: every month with any view has a row for the whole site.
create index monthly_views_of_site on monthly_views (month) where subject = 'site' and key = 'all';

-- One row per day: its salt, deleted when the day is over.
create table visitor_salts (
  day date primary key,
  salt bytea not null
);

-- One row per visitor and page of today, as a hash with the day's salt.
create table page_visitor_hashes (
  day date not null,
  subject text not null,
  key text not null,
  hash bytea not null,
  primary key (day, subject, key, hash)
);

-- One row per place, day and metric: clicks on its links, shares, and how often lists showed it. `count` counts every
-- event, `visitors` counts each visitor once a day.
create table daily_place_stats (
  place_id bigint not null references places on delete cascade,
  day date not null,
  metric text not null check (
    metric in ('website', 'phone', 'directions', 'share', 'search', 'category', 'neighborhood', 'guide', 'map')
  ),
  count integer not null check (count > 0),
  visitors integer not null check (visitors between 0 and count),
  primary key (place_id, day, metric)
);
-- For the job that adds up the oldest days of all places.
create index daily_place_stats_by_day on daily_place_stats (day);

-- One row per place, past month and metric: the sums of daily_place_stats.
create table monthly_place_stats (
  place_id bigint not null references places on delete cascade,
  month date not null check (extract(day from month) = 1),
  metric text not null check (
    metric in ('website', 'phone', 'directions', 'share', 'search', 'category', 'neighborhood', 'guide', 'map')
  ),
  count integer not null check (count > 0),
  visitors integer not null check (visitors between 0 and count),
  primary key (place_id, month, metric)
);
-- For the first month that has figures.
create index monthly_place_stats_by_month on monthly_place_stats (month);

-- One row per place, day and search term with which at least five visitors found the place.
create table daily_place_terms (
  place_id bigint not null references places on delete cascade,
  day date not null,
  term text not null check (length(term) between 1 and 60),
  visitors integer not null check (visitors >= 5),
  primary key (place_id, day, term)
);
create index daily_place_terms_by_day on daily_place_terms (day);

-- One row per visitor counted today for a place and metric, or for a search: a hash with the day's salt, which cannot be
-- traced back. Deleted with the salt.
create table place_visitor_hashes (
  day date not null,
  hash bigint not null,
  primary key (day, hash)
);

-- One row per place and search term of today, with its number of visitors. The key is a hash of both with the day's salt,
-- so that no term is readable before five visitors used it. Deleted with the salt.
create table search_term_counts (
  day date not null,
  key bigint not null,
  visitors integer not null check (visitors > 0),
  primary key (day, key)
);

-- One row per day, kind and name of our own vocabulary: sources of visits, devices, outcomes of searches, and the steps to
-- a membership. `count` counts every event, `visitors` counts each visitor (for "checkout" and "paid": each account) once
-- a day.
create table daily_event_counts (
  day date not null,
  kind text not null check (kind in ('source', 'device', 'search', 'premium-from', 'checkout', 'paid')),
  name text not null check (length(name) between 1 and 40),
  count integer not null check (count > 0),
  visitors integer not null check (visitors between 0 and count),
  primary key (day, kind, name)
);

-- One row per day and foreign text, stored only if at least five visitors of the day came with it: search terms, referring
-- sites, and campaign parameters of links.
create table daily_terms (
  day date not null,
  kind text not null check (kind in ('search', 'host', 'utm-source', 'utm-campaign')),
  term text not null check (length(term) between 1 and 60),
  visitors integer not null check (visitors >= 5),
  -- For searches: how many found nothing, and how many visitors followed a result.
  without_result integer not null default 0 check (without_result >= 0),
  followers integer not null default 0 check (followers >= 0),
  primary key (day, kind, term)
);

-- One row per day and route: the response times of the server.
create table daily_route_timings (
  day date not null,
  route text not null check (length(route) between 1 and 120),
  -- The page came from the page cache.
  is_cache_hit boolean not null,
  -- How many responses fell into each step of the scale in server-times.ts.
  response_counts integer[] not null check (cardinality(response_counts) = 56),
  primary key (day, route, is_cache_hit)
);
