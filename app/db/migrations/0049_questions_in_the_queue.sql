-- Questions about places and their answers that wait for a moderator are cases of the one queue.
alter table moderation_cases add column question_id uuid references place_questions on delete cascade;
alter table moderation_cases add column answer_id uuid references place_answers on delete cascade;
alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question', 'reported-question',
    'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign'));
alter table moderation_cases drop constraint moderation_cases_subject;
alter table moderation_cases add constraint moderation_cases_subject
  check (num_nonnulls(review_id, place_id, submission_id, photo_id, campaign_id, question_id, answer_id) = 1);
alter table moderation_cases add constraint moderation_cases_question
  check ((kind in ('held-question', 'reported-question')) = (num_nonnulls(question_id, answer_id) = 1));
-- Held, nobody sees it to report it: one case is open about each.
create unique index moderation_cases_question_once on moderation_cases (question_id) where closed_at is null;
create unique index moderation_cases_answer_once on moderation_cases (answer_id) where closed_at is null;
create index moderation_cases_by_question on moderation_cases (question_id) where question_id is not null;
create index moderation_cases_by_answer on moderation_cases (answer_id) where answer_id is not null;

alter table moderation_decisions drop constraint moderation_decisions_kind_check;
alter table moderation_decisions add constraint moderation_decisions_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question', 'reported-question',
    'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign'));
alter table moderation_templates drop constraint moderation_templates_kind_check;
alter table moderation_templates add constraint moderation_templates_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question', 'reported-question',
    'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign'));

-- What waits, and what was decided before there were cases. A code is needed where the reports have gone with their people.
with posts as (
  select id as question_id, null::uuid as answer_id, status, hold_reasons, asked_at as at, decided_at, decided_by,
    decision_reason
  from place_questions
  union all
  select null, id, status, hold_reasons, coalesce(edited_at, answered_at), decided_at, decided_by, decision_reason
  from place_answers
),
judged as (
  select p.*, r.reasons, r.first_at
  from posts p
  left join lateral (
    select array_agg(distinct reason order by reason) as reasons, min(reported_at) as first_at
    from place_question_reports r
    where (r.question_id = p.question_id or r.answer_id = p.answer_id) and r.closed_at is not distinct from p.decided_at
  ) r on true
  where p.decided_at is not null and p.status <> 'held'
),
waiting as (
  select p.*, r.reasons, r.first_at
  from posts p
  left join lateral (
    select array_agg(distinct reason order by reason) as reasons, min(reported_at) as first_at
    from place_question_reports r
    where (r.question_id = p.question_id or r.answer_id = p.answer_id) and r.closed_at is null
  ) r on true
  where p.status = 'held' or (p.status = 'published' and r.reasons is not null)
)
insert into moderation_cases (kind, question_id, answer_id, reasons, opened_at, closed_at, decision, decision_reason, decided_by)
select case when status = 'held' then 'held-question' else 'reported-question' end, question_id, answer_id,
  coalesce(nullif(case when status = 'held' then hold_reasons else reasons end, '{}'), '{unrecorded}'),
  case when status = 'held' then at else first_at end, null, null, null, null
from waiting
union all
select case when reasons is null and hold_reasons <> '{}' then 'held-question' else 'reported-question' end,
  question_id, answer_id, coalesce(reasons, nullif(hold_reasons, '{}'), '{unrecorded}'),
  least(coalesce(first_at, at), decided_at), decided_at,
  case when status = 'rejected' then 'rejected' else 'approved' end, left(coalesce(decision_reason, ''), 500), decided_by
from judged;

insert into moderation_decisions (case_id, kind, decision, code, opened_at, decided_at)
select id, kind, decision, 'unrecorded', opened_at, closed_at
from moderation_cases where closed_at is not null and num_nonnulls(question_id, answer_id) = 1;
