-- What is said of a place being open at all. Reported: by several people who don't know of each other, and confirmed by
-- nobody; the others are an editor's decision. The day beside it is the one on which it was marked.
alter table places add column closure text check (closure in ('reported', 'temporary', 'permanent', 'moved'));
alter table places add column successor_id bigint references places on delete set null check (successor_id <> id);
alter table places add constraint places_closure_status check (
  case when closure in ('reported', 'temporary') then status = 'published' and closed_on is not null
    when closure in ('permanent', 'moved') then status = 'closed' and closed_on is not null
    else true end
);
create index places_by_successor on places (successor_id) where successor_id is not null;

-- Single attributes that somebody corrected; they stand before those of the source, whose own stay as they are.
alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'category', 'type', 'neighborhood', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes', 'attributeCorrections'));

-- Of a closure or a duplicate, the case is the place's; of a suggested edit too, one case for each.
alter table moderation_cases add column place_id bigint references places on delete cascade;
alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'suggested-edit', 'reported-closed'));
alter table moderation_cases drop constraint moderation_cases_review_id_check;
alter table moderation_cases add constraint moderation_cases_subject check (num_nonnulls(review_id, place_id) = 1);
create unique index moderation_cases_closed_once on moderation_cases (place_id)
  where closed_at is null and kind = 'reported-closed';
create index moderation_cases_by_place on moderation_cases (place_id) where place_id is not null;

-- Whoever changed what of a place, and what it was before. `field` is a fact's, or closure.
create table place_changes (
  id bigint generated always as identity primary key,
  place_id bigint not null references places on delete cascade,
  field text not null,
  before jsonb not null,
  after jsonb not null,
  changed_at timestamptz not null,
  -- Null when several reports did it, and when whoever did it has gone.
  changed_by uuid references users on delete set null,
  case_id uuid references moderation_cases on delete set null
);
create index place_changes_by_place on place_changes (place_id, changed_at desc);
create index place_changes_by_person on place_changes (changed_by);
create index place_changes_by_case on place_changes (case_id);

-- What a reader suggests or reports. Guests find its outcome by the key, which nobody can guess.
create table corrections (
  id uuid primary key default gen_random_uuid(),
  key text not null unique default replace(gen_random_uuid()::text, '-', '') check (key ~ '^[0-9a-f]{32}$'),
  case_id uuid not null references moderation_cases on delete cascade,
  place_id bigint not null references places on delete cascade,
  kind text not null check (kind in ('edit', 'closed')),
  closure text check (closure in ('permanent', 'temporary', 'moved', 'duplicate', 'open')),
  -- Where it has moved to, or what it is a duplicate of.
  other_place_id bigint references places on delete set null,
  description_note text not null check (length(description_note) <= 500),
  basis text not null check (basis in ('visit', 'call', 'website', 'work', 'other')),
  note text not null check (length(note) <= 500),
  reporter_id uuid references users on delete set null,
  -- Of the browser's cookie and of the network address, to tell one reporter from another; forgotten after 60 days.
  mark_hash text check (mark_hash ~ '^[0-9a-f]{64}$'),
  address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
  -- Of who sends what: the same sent again is the same. Null once it is decided or forgotten.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null,
  check ((kind = 'closed') = (closure is not null))
);
create unique index corrections_once on corrections (place_id, digest) where digest is not null;
create index corrections_by_case on corrections (case_id, sent_at);
create index corrections_by_reporter on corrections (reporter_id, sent_at desc);
create index corrections_by_mark on corrections (mark_hash, sent_at) where mark_hash is not null;
create index corrections_by_address on corrections (address_hash, sent_at) where address_hash is not null;
create index corrections_by_other_place on corrections (other_place_id) where other_place_id is not null;

create table correction_changes (
  correction_id uuid not null references corrections on delete cascade,
  field text not null check (field in ('name', 'type', 'address', 'zip', 'phone', 'website', 'hours', 'priceRange', 'attributeCorrections')),
  -- What the fact was when it was suggested, and what it should be; null is unknown.
  before jsonb not null,
  after jsonb not null,
  -- Null until it is decided.
  is_applied boolean,
  primary key (correction_id, field)
);

-- Whoever's account goes takes their words along; what they corrected stays.
create function forget_correction_words() returns trigger language plpgsql as $$
begin
  if new.reporter_id is null and old.reporter_id is not null then
    new.note := '';
    new.description_note := '';
    new.mark_hash := null;
    new.address_hash := null;
    new.digest := null;
  end if;
  return new;
end
$$;
create trigger corrections_reporter_gone before update of reporter_id on corrections
  for each row execute function forget_correction_words();

-- "Still right", said of a fact as it is; the source's own date stays beside it. It counts while the fact says the same.
create table fact_confirmations (
  id bigint generated always as identity primary key,
  place_id bigint not null references places on delete cascade,
  field text not null check (field in ('hours', 'hoursText', 'address', 'phone', 'website', 'attributes')),
  -- md5 of the fact's value.
  value_digest text not null check (value_digest ~ '^[0-9a-f]{32}$'),
  confirmed_by text not null check (confirmed_by in ('reader', 'staff', 'business', 'editor')),
  user_id uuid references users on delete set null,
  mark_hash text check (mark_hash ~ '^[0-9a-f]{64}$'),
  address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz not null
);
create index fact_confirmations_by_fact on fact_confirmations (place_id, field, confirmed_at desc);
create index fact_confirmations_by_user on fact_confirmations (user_id);
