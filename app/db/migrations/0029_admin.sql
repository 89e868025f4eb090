-- Why somebody is kept out, and until when; null: until somebody lets them in again.
alter table users add column suspension_reason text check (length(suspension_reason) between 1 and 500);
alter table users add column suspended_until timestamptz;
alter table users add constraint users_suspension
  check (suspended_at is not null or (suspension_reason is null and suspended_until is null));
create index users_suspended_until on users (suspended_until) where suspended_until is not null;
create index users_suspended on users (joined_at desc, id) where suspended_at is not null;
create index users_leaving on users (joined_at desc, id) where deleted_at is not null;

-- Editors find people by a part of their name or of their id, and look through them by name or by when they came.
create index users_by_words on users using gin (lower(name || ' ' || id::text) gin_trgm_ops) with (fastupdate = off);
create index users_by_name on users (lower(name), id);
create index users_by_role on users (role, joined_at desc, id);
create index users_admins on users (id) where role = 'admin';

-- What an editor has deleted is shown to nobody and stands in no list or count; restored, it is as it was before.
alter table places add column deleted_at timestamptz;
alter table places add column state_before_deletion jsonb;
alter table places add constraint places_deleted
  check ((deleted_at is null) = (state_before_deletion is null) and (deleted_at is null or status = 'removed'));
create index places_deleted_at on places (deleted_at desc, id) where deleted_at is not null;
create index places_by_words on places using gin (lower(name || ' ' || slug) gin_trgm_ops) with (fastupdate = off);
create index places_by_name on places (lower(name), id);
create index places_by_update on places (updated_at desc, id desc);
create index places_by_creation on places (created_at desc, id desc);

alter table posts add column deleted_at timestamptz;
alter table posts add column status_before_deletion text check (status_before_deletion in ('draft', 'published'));
alter table posts add constraint posts_deleted
  check ((deleted_at is null) = (status_before_deletion is null) and (deleted_at is null or status = 'draft'));

-- Whoever publishes a deleted guide has restored it.
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

-- The best rated first, of those that are listed.
create index place_search_by_rating on place_search (rating desc, place_id);
