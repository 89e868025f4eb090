-- What a member writes can be changed; each former state is kept.
alter table reviews add column version integer not null default 1 check (version >= 1);
-- Of the letters and digits alone, so that the same text under other punctuation is found. Null for invented reviews.
alter table reviews add column words_hash text check (words_hash ~ '^[0-9a-f]{64}$');
create index reviews_by_words on reviews (words_hash) where words_hash is not null;
alter table reviews drop constraint reviews_relation_check;
alter table reviews add constraint reviews_relation_check
  check (relation in ('none', 'acquainted', 'invited', 'staff', 'owner'));

create table review_versions (
  review_id uuid not null references reviews on delete cascade,
  version integer not null check (version >= 1),
  stars smallint not null check (stars between 1 and 5),
  body text not null check (length(body) between 20 and 4000),
  visit_month text not null check (visit_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  relation text not null check (relation in ('none', 'acquainted', 'invited', 'staff', 'owner')),
  -- When the next state took its place.
  replaced_at timestamptz not null,
  primary key (review_id, version)
);

-- Which accounts wrote from one browser, by a hash of its cookie; forgotten after 30 days.
create table review_writers (
  mark_hash text not null check (mark_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references users on delete cascade,
  wrote_at timestamptz not null,
  primary key (mark_hash, user_id)
);
create index review_writers_by_user on review_writers (user_id);
create index review_writers_by_day on review_writers (wrote_at);

create table review_votes (
  review_id uuid not null references reviews on delete cascade,
  user_id uuid not null references users on delete cascade,
  voted_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_votes_by_user on review_votes (user_id);

create table review_reports (
  review_id uuid not null references reviews on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('spam', 'elsewhere', 'abusive', 'private', 'interest')),
  note text not null check (length(note) <= 500),
  reported_at timestamptz not null,
  primary key (review_id, reporter_id)
);
create index review_reports_by_reporter on review_reports (reporter_id, reported_at desc);

-- Whatever waits for a person's decision. Each kind has a column for what it is about; exactly one is set.
create table moderation_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('held-review', 'reported-review')),
  review_id uuid references reviews on delete cascade,
  -- Why: codes of the kind.
  reasons text[] not null check (cardinality(reasons) between 1 and 10),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at),
  decision text check (decision in ('approved', 'rejected')),
  decision_reason text check (length(decision_reason) <= 500),
  -- Null too when whoever decided has gone.
  decided_by uuid references users on delete set null,
  check (num_nonnulls(review_id) = 1),
  check (num_nonnulls(closed_at, decision, decision_reason) in (0, 3))
);
create unique index moderation_cases_open_once on moderation_cases (review_id, kind) where closed_at is null;
create index moderation_cases_waiting on moderation_cases (opened_at, id) where closed_at is null;
create index moderation_cases_by_review on moderation_cases (review_id, closed_at desc);
create index moderation_cases_by_decider on moderation_cases (decided_by);
