-- What admins have the site do as a whole: one row for each time, so that what became of it survives a restart.
create table action_runs (
  id bigint generated always as identity primary key,
  action text not null check (action ~ '^[a-z][a-z-]*$' and length(action) <= 40),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cut-off')),
  -- Null once they have gone.
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  -- Of the request that asked for it: the log has it on each line about the run.
  request_id text not null check (length(request_id) <= 100),
  started_at timestamptz,
  -- The last sign of life of whoever does it.
  beat_at timestamptz,
  finished_at timestamptz,
  step text not null default '' check (length(step) <= 200),
  done bigint not null default 0 check (done >= 0),
  -- Null where nobody can say beforehand.
  total bigint check (total >= 0),
  -- In words: what it did, or why it didn't.
  outcome text check (length(outcome) <= 1000),
  check ((state = 'waiting') = (started_at is null) or state in ('failed', 'cut-off')),
  check ((state in ('waiting', 'running')) = (finished_at is null))
);
-- The same action does not run twice.
create unique index action_runs_one_at_a_time on action_runs (action) where state in ('waiting', 'running');
create index action_runs_by_action on action_runs (action, id desc);
create index action_runs_by_asker on action_runs (asked_by);

-- The background jobs that the servers know, as they said when they started.
create table scheduled_jobs (
  job text primary key check (job ~ '^[a-z][a-z-]*$' and length(job) <= 60),
  cron text not null check (length(cron) <= 100),
  -- When an admin asked for a run at once; null when nobody ever did.
  asked_at timestamptz,
  seen_at timestamptz not null
);

-- The last runs of each job.
create table job_runs (
  id bigint generated always as identity primary key,
  job text not null references scheduled_jobs on delete cascade,
  state text not null check (state in ('running', 'done', 'failed', 'cut-off')),
  started_at timestamptz not null,
  finished_at timestamptz,
  problem text check (length(problem) <= 500),
  check ((state = 'running') = (finished_at is null))
);
create index job_runs_by_job on job_runs (job, id desc);

-- Parts of the site that admins may switch off. What has no row is on.
create table switches (
  name text primary key check (name ~ '^[a-z][a-z-]*$' and length(name) <= 40),
  is_on boolean not null,
  changed_at timestamptz not null
);
