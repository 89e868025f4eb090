-- Photos that the provider has found for us. `id` is the provider's own number; `source_url` is what the server fetches.
create table photos (
  id bigint primary key check (id > 0),
  source_url text not null check (source_url ~ '^https?://' and length(source_url) <= 500),
  page_url text not null check (page_url ~ '^https://' and length(page_url) <= 500),
  photographer text not null check (length(photographer) between 1 and 120),
  photographer_url text check (photographer_url ~ '^https://' and length(photographer_url) <= 500),
  alt text not null check (length(alt) <= 300),
  seen_at timestamptz not null
);
create index photos_by_age on photos (seen_at desc, id);

-- What was asked and what came back, best first. No photo at all is an answer too.
create table photo_lookups (
  type text not null check (type in ('business', 'category', 'neighborhood', 'restaurant')),
  query text not null check (length(query) between 1 and 120),
  photo_ids bigint[] not null,
  asked_at timestamptz not null,
  fresh_until timestamptz not null,
  primary key (type, query)
);
create index photo_lookups_by_age on photo_lookups (asked_at desc, type, query);

-- Until when the provider is left alone. `provider` is a digest of its address and our key, so that a new key starts anew.
create table photo_pauses (
  provider text primary key check (length(provider) <= 60),
  failures smallint not null check (failures >= 0),
  until timestamptz not null
);
