-- Since when a guide that was out is not: an editor took it back. Null for one that is out, or never was.
alter table posts add column unpublished_at timestamptz check (unpublished_at is null or status = 'draft');

-- Addresses that guides have had. Whoever follows one is led to where the guide is now; no other guide is ever given it.
create table post_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  post_id bigint not null references posts on delete cascade,
  left_at timestamptz not null
);
create index post_slugs_by_post on post_slugs (post_id);

-- What editors write, which nobody reads until it is published. Each save counts the version up by one, so that whoever
-- saves over a version that they haven't seen is told.
create table guide_drafts (
  post_id bigint primary key references posts on delete cascade,
  version integer not null check (version >= 1),
  document jsonb not null check (octet_length(document::text) <= 600000),
  saved_at timestamptz not null,
  saved_by uuid references users on delete set null
);
create index guide_drafts_by_saver on guide_drafts (saved_by);

-- Who has the key in the address of a preview reads the draft. Taking it back ends the address.
create table guide_previews (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  post_id bigint not null unique references posts on delete cascade,
  made_at timestamptz not null
);

-- How drafts stood. What one person saves within some minutes is one revision.
create table guide_revisions (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  kind text not null check (kind in ('first', 'saved', 'published', 'conflict', 'restored')),
  document jsonb not null check (octet_length(document::text) <= 600000),
  begun_at timestamptz not null,
  made_at timestamptz not null check (made_at >= begun_at),
  made_by uuid references users on delete set null
);
create index guide_revisions_by_post on guide_revisions (post_id, id desc);
create index guide_revisions_by_maker on guide_revisions (made_by);

-- In which windows a guide is open, so that two editors hear of each other. A window that is closed is forgotten soon.
create table guide_windows (
  post_id bigint not null references posts on delete cascade,
  window_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (post_id, window_id)
);
create index guide_windows_by_user on guide_windows (user_id);

-- Pictures in the texts of guides. Their files lie in the storage; a row whose files never came has no stored_at.
create table guide_pictures (
  id uuid primary key default gen_random_uuid(),
  source_digest text not null check (source_digest ~ '^[0-9a-f]{64}$'),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  uploaded_at timestamptz not null,
  uploaded_by uuid references users on delete set null,
  stored_at timestamptz
);
create unique index guide_pictures_by_digest on guide_pictures (source_digest) where stored_at is not null;
create index guide_pictures_by_uploader on guide_pictures (uploaded_by, uploaded_at);
