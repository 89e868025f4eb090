-- Whose shared list it was copied from; one copy each, however often it is asked for. The original's end leaves the copy.
alter table lists add column copied_from uuid references lists on delete set null check (copied_from <> id);
create unique index lists_copied_once on lists (owner_id, copied_from) where copied_from is not null;
create index lists_copies on lists (copied_from) where copied_from is not null;

-- Places that a member doesn't want to be picked for them.
create table pick_dismissals (
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, place_id)
);
create index pick_dismissals_by_member on pick_dismissals (user_id, dismissed_at desc);
create index pick_dismissals_by_place on pick_dismissals (place_id);

-- Picks are looked for round what somebody likes, a few of each kind.
create index places_by_type_near on places (type, neighborhood_slug, id) where status = 'published';
