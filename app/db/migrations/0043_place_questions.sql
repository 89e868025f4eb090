-- What members ask about a place, and what others and its business answer.

create table place_questions (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  asker_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 1 and 1000),
  status text not null check (status in ('published', 'held', 'rejected')),
  -- Codes: why it waits, or waited, for a moderator before it was shown.
  hold_reasons text[] not null default '{}',
  asked_at timestamptz not null,
  decided_at timestamptz check (decided_at >= asked_at),
  decided_by uuid references users on delete set null,
  decision_reason text check (length(decision_reason) <= 1000),
  check (status <> 'rejected' or decided_at is not null)
);

create index place_questions_by_place on place_questions (place_id, asked_at desc, id);
create index place_questions_by_asker on place_questions (asker_id, asked_at desc);
create index place_questions_held on place_questions (asked_at) where status = 'held';
create index place_questions_by_decider on place_questions (decided_by) where decided_by is not null;

create table place_answers (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null references place_questions on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- Written for the business by somebody who ran it then.
  is_business boolean not null,
  body text not null check (length(body) between 1 and 2500),
  status text not null check (status in ('published', 'held', 'rejected')),
  hold_reasons text[] not null default '{}',
  answered_at timestamptz not null,
  edited_at timestamptz check (edited_at >= answered_at),
  decided_at timestamptz check (decided_at >= answered_at),
  decided_by uuid references users on delete set null,
  decision_reason text check (length(decision_reason) <= 1000),
  check (status <> 'rejected' or decided_at is not null)
);

-- One answer of the business, which another takes the place of, and one of a member.
create unique index place_answers_of_business on place_answers (question_id) where is_business;
create unique index place_answers_of_member on place_answers (question_id, author_id) where not is_business;
create index place_answers_by_question on place_answers (question_id);
create index place_answers_by_author on place_answers (author_id, answered_at desc);
create index place_answers_held on place_answers (answered_at) where status = 'held';
create index place_answers_by_decider on place_answers (decided_by) where decided_by is not null;

create table place_question_reports (
  id uuid primary key default gen_random_uuid(),
  -- What it is about: exactly one of the two.
  question_id uuid references place_questions on delete cascade,
  answer_id uuid references place_answers on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  note text not null check (length(note) <= 1000),
  reported_at timestamptz not null,
  -- A moderator has decided about it.
  closed_at timestamptz check (closed_at >= reported_at),
  check ((question_id is null) <> (answer_id is null))
);

create unique index place_question_reports_of_question on place_question_reports (question_id, reporter_id)
  where question_id is not null;
create unique index place_question_reports_of_answer on place_question_reports (answer_id, reporter_id)
  where answer_id is not null;
create index place_question_reports_open on place_question_reports (reported_at) where closed_at is null;
create index place_question_reports_by_reporter on place_question_reports (reporter_id);

-- Reviews, questions and answers that their authors deleted within a day of writing them: they count towards what a day
-- allows, and nothing of what they said is kept.
create table posts_taken_back (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  kind text not null check (kind in ('review', 'question', 'answer')),
  posted_at timestamptz not null
);

create index posts_taken_back_by_user on posts_taken_back (user_id, posted_at);
create index posts_taken_back_by_place on posts_taken_back (place_id);
create index posts_taken_back_by_day on posts_taken_back (posted_at);
