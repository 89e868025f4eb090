-- Files with places of other people: how far each is read, what it would do, what it did. Who did it stands in the audit log.
create table imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (length(file_name) between 1 and 200),
  -- Where the file lies until all of it has been read; null once it is gone.
  file_path text,
  byte_count bigint not null check (byte_count >= 0),
  format text not null check (format in ('overture', 'osm', 'google', 'csv', 'json-ld')),
  encoding text not null check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  source_id text not null references sources,
  -- Of a table: which column holds which field.
  mapping jsonb not null default '{}',
  -- Whether new places are listed at once, or wait for an editor.
  publishes boolean not null,
  stage text not null check (stage in ('mapping', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'withdrawing', 'withdrawn')),
  -- What stopped it, in words for whoever started it.
  problem text check (length(problem) <= 500),
  -- How far each half is: what a new start goes on from.
  bytes_read bigint not null default 0,
  records_read integer not null default 0,
  last_applied bigint not null default 0,
  report jsonb not null default '{}',
  created_at timestamptz not null,
  worked_at timestamptz not null,
  finished_at timestamptz
);
create index imports_by_day on imports (created_at desc, id);
create index imports_under_way on imports (worked_at) where stage in ('checking', 'running', 'withdrawing');

-- What one entry of a file comes to. Those that say what is known already are only counted.
create table import_records (
  id bigint generated always as identity primary key,
  import_id uuid not null references imports on delete cascade,
  number integer not null check (number >= 1),
  line integer,
  outcome text not null check (outcome in ('new', 'known', 'same', 'twin', 'perhaps', 'skipped')),
  state text not null check (state in ('staged', 'waiting', 'applied', 'refused')),
  reason text not null default '' check (length(reason) <= 300),
  record_id text check (length(record_id) <= 200),
  name text not null default '' check (length(name) <= 200),
  name_slug text not null default '',
  phone text,
  site_host text,
  lat double precision,
  lng double precision,
  facts jsonb not null default '{}',
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  category_key text check (length(category_key) <= 200),
  score real,
  -- What it may be the same as: a place that is listed, or an entry of the same file that comes before it.
  candidate_id bigint references places on delete set null,
  twin_id bigint references import_records on delete set null,
  -- What it has become, or filled.
  place_id bigint references places on delete set null,
  unique (import_id, number)
);
create index import_records_by_record on import_records (record_id) where record_id is not null;
create index import_records_by_state on import_records (import_id, state, id);
create index import_records_by_candidate on import_records (candidate_id) where candidate_id is not null;
create index import_records_by_place on import_records (place_id) where place_id is not null;
create index import_records_by_twin on import_records (twin_id) where twin_id is not null;
-- Only new ones are looked for among their own file's.
create index import_records_new_by_point on import_records using gist (point(lng * 0.778, lat)) where outcome = 'new';
create index import_records_new_by_phone on import_records (import_id, phone) where outcome = 'new' and phone is not null;
create index import_records_new_by_name on import_records (import_id, name_slug) where outcome = 'new';

-- What a source says of a place under an id of its own, whole, also where others' facts stand before it: so that a second
-- run changes nothing, and that the next one speaks when a source is withdrawn.
create table source_records (
  source_id text not null references sources,
  record_id text not null check (length(record_id) between 1 and 200),
  place_id bigint not null references places on delete cascade,
  facts jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  -- Whoever came first speaks first.
  linked_at timestamptz not null,
  primary key (source_id, record_id)
);
create index source_records_by_place on source_records (place_id);

-- What an editor said a source's kinds are here; it stands before the table in the program.
create table import_kinds (
  scheme text not null check (scheme in ('overture', 'osm', 'google', 'schema-org', 'csv')),
  key text not null check (length(key) between 1 and 200),
  category_slug text not null references categories,
  type text not null check (length(type) between 1 and 60),
  primary key (scheme, key)
);

-- Two listings of one place made one, with all it takes to have two again.
create table place_merges (
  id uuid primary key default gen_random_uuid(),
  kept_id bigint not null references places on delete cascade,
  gone_id bigint not null references places on delete cascade check (gone_id <> kept_id),
  -- Reviews and records that went along.
  moved jsonb not null,
  merged_at timestamptz not null,
  undone_at timestamptz
);
create unique index place_merges_once on place_merges (gone_id) where undone_at is null;
create index place_merges_by_kept on place_merges (kept_id);
create index place_merges_by_day on place_merges (merged_at desc, id);

-- Duplicates are looked for by website too; chains have one for all their branches.
create index places_by_site_host on places (substring(website from '^https?://(?:www\.)?([^/:?#]+)')) where website is not null;
