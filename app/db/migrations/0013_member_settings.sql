-- A name that its member chose stays, whatever a later sign-in brings.
alter table users add column is_name_own boolean not null default false;
-- Of the profile, one more with each change, so that a form made for another state is noticed.
alter table users add column profile_version integer not null default 1 check (profile_version >= 1);
-- An identity provider on this machine has no https.
alter table users drop constraint users_picture_url_check;
alter table users add constraint users_picture_url_check
  check (picture_url ~ '^https?://' and length(picture_url) <= 500);
create index users_deleted on users (deleted_at) where deleted_at is not null;

-- The picture of a member who wants their provider's; without a row it is drawn.
create table member_pictures (
  user_id uuid primary key references users on delete cascade,
  -- Where it was fetched, once.
  source_url text not null check (length(source_url) <= 500),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  fetched_at timestamptz not null
);

-- 'withdrawn': published until its author deleted the account, and again if they take that back.
alter table reviews drop constraint reviews_status_check;
alter table reviews add constraint reviews_status_check
  check (status in ('published', 'held', 'rejected', 'withdrawn'));
