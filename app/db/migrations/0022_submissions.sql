-- A closing for a while that whoever runs the place has said, and the day on which it opens again by itself.
alter table places add column reopens_on date check (reopens_on is null or closure is not distinct from 'temporary');
alter table places add column closed_by_owner boolean not null default false check (not closed_by_owner or closure is not distinct from 'temporary');
create index places_by_reopening on places (reopens_on) where reopens_on is not null;

-- What stands near a point, and which quadrants a ZIP code has: what a form asks while it is filled in.
create index places_by_point on places using gist (point(lng * 0.778, lat)) where status = 'published';
create index places_by_zip on places (zip, quadrant) where status = 'published';
create index places_by_phone on places (phone) where phone is not null;

-- A business that somebody wants to see listed. It waits for an editor; the key is of the page that tells what became of it.
create table submissions (
  id uuid primary key default gen_random_uuid(),
  key text not null unique default replace(gen_random_uuid()::text, '-', '') check (key ~ '^[0-9a-f]{32}$'),
  name text not null check (length(name) between 1 and 120),
  -- By fact, in the shapes of place_facts.
  facts jsonb not null,
  relation text not null check (relation in ('owner', 'staff', 'customer', 'other')),
  note text not null check (length(note) <= 500),
  submitter_id uuid references users on delete cascade,
  mail_address text check (length(mail_address) <= 254),
  -- Stands in the mail that asks whether the address is theirs; null once it is answered, and where none was sent.
  mail_key text unique check (mail_key ~ '^[0-9a-f]{32}$'),
  mail_confirmed_at timestamptz,
  -- Of the browser's cookie, of the network address, of the mailbox: forgotten after 60 days, as digest and text_digest are.
  mark_hash text check (mark_hash ~ '^[0-9a-f]{64}$'),
  address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
  mailbox_hash text check (mailbox_hash ~ '^[0-9a-f]{64}$'),
  -- Of who sends what: the same sent again is the same.
  digest text unique check (digest ~ '^[0-9a-f]{64}$'),
  -- Of the description alone: the same words for many businesses are an advertisement.
  text_digest text check (text_digest ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null,
  -- When an editor first looked at it.
  read_at timestamptz,
  -- The listing that came of it, or the one that was there before.
  place_id bigint references places on delete set null,
  is_duplicate boolean not null default false
);
create index submissions_by_submitter on submissions (submitter_id, sent_at desc) where submitter_id is not null;
create index submissions_by_mark on submissions (mark_hash, sent_at) where mark_hash is not null;
create index submissions_by_address on submissions (address_hash, sent_at) where address_hash is not null;
create index submissions_by_mailbox on submissions (mailbox_hash, sent_at) where mailbox_hash is not null;
create index submissions_by_text on submissions (text_digest) where text_digest is not null;
create index submissions_by_place on submissions (place_id) where place_id is not null;
create index submissions_by_day on submissions (sent_at);

-- A form that somebody has begun; one for each person.
create table submission_drafts (
  user_id uuid primary key references users on delete cascade,
  fields jsonb not null,
  saved_at timestamptz not null
);

-- What forms are signed with that say when they were opened. The same for every instance, and after a restart.
create table form_secrets (
  id boolean primary key default true check (id),
  secret text not null
);
insert into form_secrets (secret) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

alter table moderation_cases add column submission_id uuid references submissions on delete cascade;
alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit'));
alter table moderation_cases add constraint moderation_cases_submission
  check ((kind = 'submission') = (submission_id is not null));
-- A case is about one thing; photos are among them where their migration has run before.
alter table moderation_cases drop constraint moderation_cases_subject;
do $$
declare photo text := coalesce((select ', photo_id' from information_schema.columns
  where table_schema = 'public' and table_name = 'moderation_cases' and column_name = 'photo_id'), '');
begin
  execute 'alter table moderation_cases add constraint moderation_cases_subject
    check (num_nonnulls(review_id, place_id, submission_id' || photo || ') = 1)';
end
$$;
create unique index moderation_cases_by_submission on moderation_cases (submission_id) where submission_id is not null;

-- What whoever runs a place wants to be changed of what it is and where it is. One waits at a time; the listing stays as it is.
create table owner_edits (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references moderation_cases on delete cascade,
  place_id bigint not null references places on delete cascade,
  user_id uuid references users on delete set null,
  note text not null check (length(note) <= 500),
  is_open boolean not null default true,
  sent_at timestamptz not null
);
create unique index owner_edits_one_open on owner_edits (place_id) where is_open;
create index owner_edits_by_case on owner_edits (case_id);
create index owner_edits_by_place on owner_edits (place_id, sent_at desc);
create index owner_edits_by_user on owner_edits (user_id) where user_id is not null;

create table owner_edit_changes (
  edit_id uuid not null references owner_edits on delete cascade,
  field text not null check (field in ('name', 'category', 'type', 'address', 'zip', 'position')),
  before jsonb not null,
  after jsonb not null,
  -- Null until it is decided.
  is_applied boolean,
  primary key (edit_id, field)
);

-- Whoever's account goes takes their words along; what they changed stays.
create function forget_owner_edit_words() returns trigger language plpgsql as $$
begin
  if new.user_id is null and old.user_id is not null then new.note := ''; end if;
  return new;
end
$$;
create trigger owner_edits_owner_gone before update of user_id on owner_edits
  for each row execute function forget_owner_edit_words();
