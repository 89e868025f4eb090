-- Everybody who has signed in, and the invented people of the demo data.
create table users (
  id uuid primary key default gen_random_uuid(),
  -- Lower case, so that one address is one person. Null for invented people, who can't sign in, and after deletion.
  email text unique check (length(email) between 3 and 254 and email = lower(email)),
  -- Empty when the provider gave none; shown as Anonymous.
  name text not null check (length(name) <= 120),
  picture_url text check (picture_url ~ '^https://' and length(picture_url) <= 500),
  role text not null default 'member' check (role in ('member', 'business', 'admin')),
  neighborhood_slug text references neighborhoods on delete set null,
  is_public boolean not null default false,
  is_demo boolean not null default false,
  joined_at timestamptz not null,
  suspended_at timestamptz,
  deleted_at timestamptz,
  -- What a review points at, so that it is demo data exactly when its author is.
  unique (id, is_demo),
  check (not is_demo or (email is null and role = 'member'))
);
create index users_by_joined on users (joined_at desc, id);
create index users_demo on users (id) where is_demo;

create table reviews (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  author_id uuid not null,
  is_demo boolean not null,
  stars smallint not null check (stars between 1 and 5),
  body text not null check (length(body) between 20 and 4000),
  visit_month text not null check (visit_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- What ties the author to the business; every reviewer says so.
  relation text not null check (relation in ('none', 'acquainted', 'staff', 'owner')),
  status text not null check (status in ('published', 'held', 'rejected')),
  created_at timestamptz not null,
  edited_at timestamptz check (edited_at >= created_at),
  unique (place_id, author_id),
  foreign key (author_id, is_demo) references users (id, is_demo) on update cascade on delete cascade
);
create index reviews_by_day on reviews (place_id, created_at desc, id) where status = 'published';
create index reviews_by_stars on reviews (place_id, stars, created_at desc, id) where status = 'published';
create index reviews_by_author on reviews (author_id, created_at desc);

-- How many published reviews of a place give how many stars; demo reviews apart, so that what leaves the site counts none.
create table place_ratings (
  place_id bigint not null references places on delete cascade,
  is_demo boolean not null,
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0),
  review_count integer not null generated always as (stars_1 + stars_2 + stars_3 + stars_4 + stars_5) stored,
  stars_sum integer not null generated always as (stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5) stored,
  primary key (place_id, is_demo)
);

-- Counting stands here and not in the program, so that no way of changing a review (an edit, a moderator, an account
-- that goes with all it wrote) can forget it, and two that write at once can't lose each other's.
create function count_place_rating(counted reviews, step integer) returns void language sql as $$
  insert into place_ratings as known (place_id, is_demo)
    select counted.place_id, counted.is_demo where step > 0
    on conflict do nothing;
  update place_ratings set
    stars_1 = stars_1 + step * (counted.stars = 1)::int,
    stars_2 = stars_2 + step * (counted.stars = 2)::int,
    stars_3 = stars_3 + step * (counted.stars = 3)::int,
    stars_4 = stars_4 + step * (counted.stars = 4)::int,
    stars_5 = stars_5 + step * (counted.stars = 5)::int
  where place_id = counted.place_id and is_demo = counted.is_demo;
$$;

create function count_changed_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'published' then perform count_place_rating(old, -1); end if;
  if tg_op <> 'DELETE' and new.status = 'published' then perform count_place_rating(new, 1); end if;
  return null;
end
$$;

create trigger reviews_counted after insert or delete or update of place_id, is_demo, stars, status on reviews
  for each row execute function count_changed_review();

create table saved_places (
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, place_id)
);
create index saved_places_by_member on saved_places (user_id, saved_at desc);
create index saved_places_by_place on saved_places (place_id);

create table saved_guides (
  user_id uuid not null references users on delete cascade,
  post_id bigint not null references posts on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, post_id)
);
create index saved_guides_by_member on saved_guides (user_id, saved_at desc);
create index saved_guides_by_guide on saved_guides (post_id);

create table lists (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  note text not null default '' check (length(note) <= 2000),
  visibility text not null check (visibility in ('private', 'link', 'public')),
  created_at timestamptz not null,
  updated_at timestamptz not null check (updated_at >= created_at)
);
create index lists_by_owner on lists (owner_id, updated_at desc);
create index lists_public on lists (updated_at desc) where visibility = 'public';

create table list_entries (
  list_id uuid not null references lists on delete cascade,
  place_id bigint not null references places on delete cascade,
  position smallint not null check (position >= 0),
  note text not null default '' check (length(note) <= 500),
  added_at timestamptz not null,
  primary key (list_id, place_id),
  -- Deferred: a list is put in another order by writing its positions one after the other.
  unique (list_id, position) deferrable initially deferred
);
create index list_entries_by_place on list_entries (place_id);

-- Invented views stand beside the counted ones, so that they can be taken away and nothing else with them.
alter table view_days add column is_demo boolean not null default false;
alter table view_days drop constraint view_days_pkey;
alter table view_days add primary key (day, subject, key, is_demo);
create index view_days_demo on view_days (day) where is_demo;
