-- The core district: the audit log, mail, notifications, cases and decisions, operations, jobs and switches.
-- Users and places are created in later files, which add the foreign keys from these tables to them.

-- Trigram indexes: search inside words, for the audit log here and for places, guides and people in later files.
create extension if not exists pg_trgm;


-- Audit log ------------------------------------------------------------------------------------------------------------

-- One row per change by staff, an owner, a member, a job or a command: who changed what, and the values before and after.
-- Rows are only added.
create table audit_entries (
  id bigint generated always as identity primary key,
  recorded_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'owner', 'member', 'job', 'command')),
  -- The user who made the change; null for jobs and commands, and after the user's account is deleted.
  actor_id uuid,
  -- The name of the job or command.
  actor_name text check (length(actor_name) between 1 and 100),
  action text not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$' and length(action) <= 60),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z-]*$' and length(subject_kind) <= 40),
  -- Null after the row is blanked, unless the subject belongs to the guide itself.
  subject_id text check (length(subject_id) <= 200),
  -- Twice the limit of the code, because PostgreSQL adds spaces when it prints JSON.
  before jsonb check (length(before::text) <= 40000),
  after jsonb check (length(after::text) <= 40000),
  -- Every id in the values, the subject's id, and the ids of the users it is about: deleting one of them blanks the row.
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 1000),
  is_redacted boolean not null default false,
  check (actor_id is null or actor_name is null)
);
-- One index for each filter of the log's page, each in the page's order.
create index audit_entries_by_time on audit_entries (recorded_at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, recorded_at desc, id desc);
create index audit_entries_by_action on audit_entries (action, recorded_at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, recorded_at desc, id desc);
-- For redact_audit_of_user().
create index audit_entries_by_mention on audit_entries using gin (mentions) with (fastupdate = off);
-- For the text search in the values. Here and in all other GIN indexes fastupdate is off: with it on, every lookup reads
-- the list of pending entries from end to end until a vacuum sorts them in.
create index audit_entries_by_words on audit_entries
  using gin ((coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops) with (fastupdate = off);

-- Blanks what the log says about a user whose account is deleted for good. That a change happened, and when, stays. The
-- ids of things that belong to the guide stay too. The trigger on users is in 0003-people.sql.
create function redact_audit_of_user() returns trigger language plpgsql as $$
begin
  update audit_entries set is_redacted = true, before = null, after = null, mentions = '{}',
    subject_id = case when subject_kind in ('place', 'post', 'category', 'neighborhood', 'seed-data') then subject_id end
  where mentions @> array[old.id];
  return null;
end
$$;

-- Refuses updates, deletes and truncates of the log. The exceptions are the two updates that follow the deletion of a
-- user: the foreign key sets actor_id to null, and redact_audit_of_user() blanks the row. Both run inside a trigger,
-- so pg_trigger_depth() is above one; no session can pretend that.
create function refuse_audit_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if (new.actor_id is null or new.actor_id = old.actor_id)
      and (new.is_redacted = old.is_redacted or new.before is null and new.after is null)
      and (new.before is null or new.before = old.before) and (new.after is null or new.after = old.after)
      and (new.subject_id is null or new.subject_id = old.subject_id)
      and (new.id, new.recorded_at, new.actor_kind, new.action, new.subject_kind)
        = (old.id, old.recorded_at, old.actor_kind, old.action, old.subject_kind)
      and new.actor_name is not distinct from old.actor_name
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log is only added to: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_audit_changes();
create trigger audit_entries_no_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_changes();


-- Mail -----------------------------------------------------------------------------------------------------------------

-- One row per text that many mails share, such as a newsletter: it is stored once, and each mail fills in its own values.
create table mail_bodies (
  id uuid primary key default gen_random_uuid(),
  body_text text not null check (length(body_text) <= 100000),
  -- Gmail cuts off messages above 102 KB.
  body_html text not null check (octet_length(body_html) <= 100000)
);

-- The outbox: one row per mail. Rows stay for a while after the mail is sent or given up, to show what became of it.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- Names the occasion of the mail, so that queueing it again sends nothing twice.
  key text not null unique check (length(key) between 1 and 200),
  user_id uuid,
  -- No control characters here or in the subject: they could add headers to the mail.
  to_name text not null check (length(to_name) <= 120 and to_name !~ '[[:cntrl:]]'),
  to_address text not null check (length(to_address) between 3 and 254 and to_address !~ '[[:cntrl:][:space:]]'),
  subject text not null check (length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  body_text text not null check (length(body_text) <= 20000),
  body_html text check (length(body_html) <= 60000),
  queued_at timestamptz not null,
  tries smallint not null default 0 check (tries >= 0),
  -- The time of the next attempt; during an attempt, the time after which another instance may take over. Null: done.
  try_at timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  -- The last error.
  problem text check (length(problem) <= 500),
  body_id uuid references mail_bodies,
  -- The values for the placeholders of the body, by name. Deleted after sending, because some of them are secret keys.
  placeholder_values jsonb,
  headers jsonb,
  -- Mails to many receivers wait for mails to one.
  is_bulk boolean not null default false,
  -- The mail server refused the receiver permanently.
  is_bounced boolean not null default false,
  -- The mail server certainly does not have the mail: no attempt was made yet, or the server answered that it refuses it.
  is_unaccepted boolean not null default true,
  check (try_at is null or (sent_at is null and gave_up_at is null)),
  check (sent_at is null or gave_up_at is null)
);
create index mails_by_day on mails (queued_at);
create index mails_by_user on mails (user_id);
create index mails_by_body on mails (body_id) where body_id is not null;
-- The mails to send next, single ones before bulk ones.
create index mails_due on mails (is_bulk, try_at) where try_at is not null;


-- Secrets --------------------------------------------------------------------------------------------------------------

-- One row per key that the site signs with: the times at which forms were opened, the return addresses of newsletters, and
-- the slots of campaigns. They are in the database so that every instance has the same ones, also after a restart.
create table secrets (
  name text primary key check (name in ('forms', 'bounces', 'slots')),
  value text not null check (length(value) = 64)
);
insert into secrets (name, value)
  select name, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
  from unnest(array['forms', 'bounces', 'slots']) as name;


-- Cases and decisions --------------------------------------------------------------------------------------------------

-- One row per case: something that waits for a moderator's decision, or that was decided. Each kind has a column for
-- its subject, and exactly one of these columns is set.
create table moderation_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question',
    'reported-question', 'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign')),
  review_id uuid,
  -- Why the case was opened, as codes of its kind.
  reasons text[] not null check (cardinality(reasons) between 1 and 10),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at),
  decision text check (decision in ('approved', 'rejected')),
  decision_reason text check (length(decision_reason) <= 500),
  -- Null also after the moderator's account is deleted.
  decided_by uuid,
  -- The subject of suggested edits, reports of closed places, claims and owner edits.
  place_id bigint,
  photo_id uuid,
  submission_id uuid,
  campaign_id uuid,
  assigned_to uuid,
  -- The reason of the decision as a code of a fixed list.
  decision_code text check (decision_code ~ '^[a-z][a-z-]{1,39}$'),
  -- What an undo of the decision restores.
  undo_state jsonb,
  question_id uuid,
  answer_id uuid,
  check (num_nonnulls(closed_at, decision, decision_reason) in (0, 3)),
  constraint moderation_cases_submission check ((kind = 'submission') = (submission_id is not null)),
  constraint moderation_cases_campaign check ((kind = 'campaign') = (campaign_id is not null)),
  constraint moderation_cases_subject
    check (num_nonnulls(review_id, place_id, submission_id, photo_id, campaign_id, question_id, answer_id) = 1),
  constraint moderation_cases_question
    check ((kind in ('held-question', 'reported-question')) = (num_nonnulls(question_id, answer_id) = 1))
);
-- The unique indexes: a review has one open case of each kind; a photo, a question and an answer have one open case; a
-- submission and a campaign have one case ever; and a place has one open case of reported closure, but any number of others.
-- A held question or answer is not public, so it cannot be reported at the same time.
create unique index moderation_cases_open_once on moderation_cases (review_id, kind) where closed_at is null;
-- The queue, oldest first.
create index moderation_cases_waiting on moderation_cases (opened_at, id) where closed_at is null;
create index moderation_cases_by_review on moderation_cases (review_id, closed_at desc);
create index moderation_cases_by_decider on moderation_cases (decided_by);
create unique index moderation_cases_closed_once on moderation_cases (place_id)
  where closed_at is null and kind = 'reported-closed';
create index moderation_cases_by_place on moderation_cases (place_id) where place_id is not null;
create unique index moderation_cases_photo_once on moderation_cases (photo_id) where closed_at is null;
create index moderation_cases_by_photo on moderation_cases (photo_id) where photo_id is not null;
create unique index moderation_cases_by_submission on moderation_cases (submission_id) where submission_id is not null;
create unique index moderation_cases_by_campaign on moderation_cases (campaign_id) where campaign_id is not null;
create index moderation_cases_by_assignee on moderation_cases (assigned_to) where assigned_to is not null;
-- The decided cases, latest first.
create index moderation_cases_closed on moderation_cases (closed_at desc, id) where closed_at is not null;
create unique index moderation_cases_question_once on moderation_cases (question_id) where closed_at is null;
create unique index moderation_cases_answer_once on moderation_cases (answer_id) where closed_at is null;
create index moderation_cases_by_question on moderation_cases (question_id) where question_id is not null;
create index moderation_cases_by_answer on moderation_cases (answer_id) where answer_id is not null;

-- One row per decision, for the public figures: it names no user and outlives its case.
create table moderation_decisions (
  id bigint generated always as identity primary key,
  case_id uuid references moderation_cases on delete set null,
  kind text not null check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question',
    'reported-question', 'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign')),
  decision text not null check (decision in ('approved', 'rejected')),
  code text not null check (code ~ '^[a-z][a-z-]{1,39}$'),
  opened_at timestamptz not null,
  decided_at timestamptz not null check (decided_at >= opened_at),
  -- The same person tried the same thing again after a rejection.
  is_repeat boolean not null default false,
  undone_at timestamptz check (undone_at >= decided_at)
);
create index moderation_decisions_by_day on moderation_decisions (decided_at);
create index moderation_decisions_by_case on moderation_decisions (case_id) where case_id is not null;

-- One row per prepared message of the moderators.
create table moderation_templates (
  id uuid primary key default gen_random_uuid(),
  -- Null: for every kind of case.
  kind text check (kind in ('held-review', 'reported-review', 'reported-photo', 'held-question',
    'reported-question', 'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit', 'campaign')),
  name text not null check (length(name) between 1 and 60),
  body text not null check (length(body) between 1 and 1000),
  changed_at timestamptz not null
);
create unique index moderation_templates_by_name on moderation_templates (lower(name));


-- Notifications --------------------------------------------------------------------------------------------------------

-- One row per notification of one user. It holds the kind and the subject; the text is written when the page is shown.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 40),
  about jsonb not null check (jsonb_typeof(about) = 'object' and length(about::text) <= 2000),
  notified_at timestamptz not null,
  read_at timestamptz check (read_at >= notified_at),
  -- The case whose decision it announces: undoing the decision withdraws the notification.
  case_id uuid references moderation_cases on delete set null
);
create index notifications_by_user on notifications (user_id, notified_at desc, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_day on notifications (notified_at);
create index notifications_by_case on notifications (case_id) where case_id is not null;

-- Signals on the channel "people" that something of a user has changed, whether by the site, a command or SQL by hand, so
-- that the user's open pages update at once. The payload is the user's id, from the column named by the trigger's
-- argument; each instance reads the new state itself.
create function notify_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('people', (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]);
  return null;
end
$$;
create trigger notifications_notify after insert or delete or update of read_at on notifications for each row
  execute function notify_user('user_id');


-- Operations, jobs and switches ----------------------------------------------------------------------------------------

-- One row per run of an operation, so that its outcome survives a restart.
create table operation_runs (
  id bigint generated always as identity primary key,
  operation text not null check (operation ~ '^[a-z][a-z-]*$' and length(operation) <= 40),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'interrupted')),
  -- Null after the admin's account is deleted.
  requested_by uuid,
  requested_at timestamptz not null,
  -- The id of the request that started it; every log line about the run carries it.
  request_id text not null check (length(request_id) <= 100),
  started_at timestamptz,
  -- The last heartbeat of the instance that runs it.
  heartbeat_at timestamptz,
  finished_at timestamptz,
  step text not null default '' check (length(step) <= 200),
  done bigint not null default 0 check (done >= 0),
  -- Null if the total is unknown in advance.
  total bigint check (total >= 0),
  -- The result or the reason of the failure, as text.
  outcome text check (length(outcome) <= 1000),
  check ((state = 'waiting') = (started_at is null) or state in ('failed', 'interrupted')),
  check ((state in ('waiting', 'running')) = (finished_at is null))
);
-- An operation cannot run twice at the same time.
create unique index operation_runs_one_at_a_time on operation_runs (operation) where state in ('waiting', 'running');
create index operation_runs_by_operation on operation_runs (operation, id desc);
create index operation_runs_by_requester on operation_runs (requested_by);

-- One row per background job, as the instances registered it when they started.
create table scheduled_jobs (
  job text primary key check (job ~ '^[a-z][a-z-]*$' and length(job) <= 60),
  cron text not null check (length(cron) <= 100),
  -- The last time an admin started it by hand; null: never.
  requested_at timestamptz,
  registered_at timestamptz not null
);

-- One row per recent run of a job.
create table job_runs (
  id bigint generated always as identity primary key,
  job text not null references scheduled_jobs on delete cascade,
  state text not null check (state in ('running', 'done', 'failed', 'interrupted')),
  started_at timestamptz not null,
  finished_at timestamptz,
  problem text check (length(problem) <= 500),
  check ((state = 'running') = (finished_at is null))
);
create index job_runs_by_job on job_runs (job, id desc);

-- One row per switch that an admin has used; a part of the site without a row is on.
create table switches (
  name text primary key check (name ~ '^[a-z][a-z-]*$' and length(name) <= 40),
  is_on boolean not null,
  changed_at timestamptz not null
);
