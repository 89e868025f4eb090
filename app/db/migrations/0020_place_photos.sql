-- Photos that a business shows of itself. Of the file that was sent only its hash is kept: the picture is encoded anew when it
-- comes, and everything shown is made from that.
create table place_photos (
  id uuid primary key default gen_random_uuid(),
  -- Null: the place is gone. A job removes the files.
  place_id bigint references places on delete set null,
  -- SHA-256 of the file as it was sent: the same file is one photo of a place, however often it comes.
  source_digest text not null check (source_digest ~ '^[0-9a-f]{64}$'),
  -- Of the picture as it is kept, upright, in pixels.
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  -- Empty: nobody has said yet what it shows, and so it isn't shown.
  alt text not null default '' check (length(alt) <= 200),
  position integer not null,
  -- What of it is shown: a shape, how much of the largest such cut in percent, and where that lies.
  crop_shape text not null default 'whole' check (crop_shape in ('whole', '16:9', '3:2', '4:3', '1:1', '3:4')),
  crop_size smallint not null default 100 check (crop_size between 20 and 100),
  crop_x smallint not null default 50 check (crop_x between 0 and 100),
  crop_y smallint not null default 50 check (crop_y between 0 and 100),
  -- Names the files that are wanted, and those that are there: a hash of the picture and of how they are made from it.
  rendition text not null check (rendition ~ '^[0-9a-f]{32}$'),
  ready_rendition text check (ready_rendition ~ '^[0-9a-f]{32}$'),
  ready_width integer check (ready_width > 0),
  ready_height integer check (ready_height > 0),
  -- Null: the picture itself is still being written.
  stored_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  -- Before this nobody prepares it: somebody is at it, or it failed a moment ago.
  try_after timestamptz not null,
  -- One more with each change of what is shown: a moderator decides about what they have seen.
  version integer not null default 1,
  -- Null: whoever it was has gone. The photo is the place's.
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  taken_down_at timestamptz,
  taken_down_reason text check (length(taken_down_reason) <= 500),
  files_removed_at timestamptz,
  check (num_nonnulls(ready_rendition, ready_width, ready_height) in (0, 3)),
  check (num_nonnulls(taken_down_at, taken_down_reason) in (0, 2))
);
create unique index place_photos_once on place_photos (place_id, source_digest) where deleted_at is null;
create index place_photos_by_place on place_photos (place_id, position);
create index place_photos_by_uploader on place_photos (uploaded_by);
create index place_photos_unprepared on place_photos (try_after)
  where ready_rendition is distinct from rendition and deleted_at is null;
create index place_photos_to_remove on place_photos (deleted_at) where files_removed_at is null;

create table place_photo_reports (
  photo_id uuid not null references place_photos on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('elsewhere', 'stolen', 'people', 'offensive', 'advertising')),
  note text not null check (length(note) <= 500),
  reported_at timestamptz not null,
  primary key (photo_id, reporter_id)
);
create index place_photo_reports_by_reporter on place_photo_reports (reporter_id, reported_at desc);

alter table moderation_cases add column photo_id uuid references place_photos on delete cascade;
alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'suggested-edit', 'reported-closed', 'reported-photo'));
alter table moderation_cases drop constraint moderation_cases_subject;
alter table moderation_cases add constraint moderation_cases_subject
  check (num_nonnulls(review_id, place_id, photo_id) = 1);
create unique index moderation_cases_photo_once on moderation_cases (photo_id) where closed_at is null;
create index moderation_cases_by_photo on moderation_cases (photo_id) where photo_id is not null;
