-- Who looks at a case, why it was decided as a code of a closed list, and what an undo puts back.
alter table moderation_cases add column assigned_to uuid references users on delete set null;
alter table moderation_cases add column decision_code text check (decision_code ~ '^[a-z][a-z-]{1,39}$');
alter table moderation_cases add column restores jsonb;
create index moderation_cases_by_assignee on moderation_cases (assigned_to) where assigned_to is not null;
create index moderation_cases_closed on moderation_cases (closed_at desc, id) where closed_at is not null;

-- Every decision, to count in public: it names nobody and outlives what it was about.
create table moderation_decisions (
  id bigint generated always as identity primary key,
  case_id uuid references moderation_cases on delete set null,
  kind text not null check (kind in ('held-review', 'reported-review', 'reported-photo', 'suggested-edit',
    'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign')),
  decision text not null check (decision in ('approved', 'rejected')),
  code text not null check (code ~ '^[a-z][a-z-]{1,39}$'),
  opened_at timestamptz not null,
  decided_at timestamptz not null check (decided_at >= opened_at),
  -- Whether the same person came again with the same thing after a rejection.
  is_again boolean not null default false,
  undone_at timestamptz check (undone_at >= decided_at)
);
create index moderation_decisions_by_day on moderation_decisions (decided_at);
create index moderation_decisions_by_case on moderation_decisions (case_id) where case_id is not null;

-- What was decided before reasons were written down as codes.
insert into moderation_decisions (case_id, kind, decision, code, opened_at, decided_at)
select id, kind, decision, 'unrecorded', opened_at, closed_at from moderation_cases where closed_at is not null;

-- Messages that editors send often. `kind` null: for every kind of case.
create table moderation_templates (
  id uuid primary key default gen_random_uuid(),
  kind text check (kind in ('held-review', 'reported-review', 'reported-photo', 'suggested-edit',
    'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign')),
  name text not null check (length(name) between 1 and 60),
  body text not null check (length(body) between 1 and 1000),
  changed_at timestamptz not null
);
create unique index moderation_templates_by_name on moderation_templates (lower(name));

-- Of which decision somebody was told, to take it back with the decision.
alter table notifications add column case_id uuid references moderation_cases on delete set null;
create index notifications_by_case on notifications (case_id) where case_id is not null;
