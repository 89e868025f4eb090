-- Live sources: what Rowhouse reads from outside by itself.

-- One row per source that was ever switched on. Without a row a source is off, and nothing is requested from it.
create table live_sources (
  name text primary key check (name ~ '^[a-z]{2,20}$'),
  is_on boolean not null,
  -- When its license and traffic were last accepted, by switching it on. Who did is in the audit log.
  accepted_at timestamptz not null,
  -- Null: runs start by themselves.
  paused_at timestamptz,
  next_run_at timestamptz not null
);

-- One row per run: what it fetched into a file, and the import that the file became.
create table source_runs (
  id uuid primary key default gen_random_uuid(),
  source text not null references live_sources,
  -- 'fetching': reads the source. 'importing': the import checks and runs. 'waiting': the import is checked, and an editor decides.
  stage text not null check (stage in ('fetching', 'importing', 'waiting', 'done', 'failed', 'stopped')),
  -- Whether it asks for everything. Otherwise for what has changed since the state of the data that an earlier run saw.
  is_whole boolean not null,
  since timestamptz,
  -- The state of the source's data, as the source names it.
  data_at timestamptz,
  -- Where the file is, how many parts are written, and from where the source goes on behind them.
  folder text not null check (folder ~ '^imports/[0-9]{4}-[0-9]{2}-[0-9]{2}/[0-9a-f-]{36}$'),
  cursor jsonb,
  part_count integer not null default 0 check (part_count >= 0),
  byte_count bigint not null default 0 check (byte_count >= 0),
  record_count integer not null default 0 check (record_count >= 0),
  -- What was asked of the outside, over all tries.
  request_count integer not null default 0 check (request_count >= 0),
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  import_id uuid references imports on delete set null,
  -- Why it failed or waits, in a sentence for the operator.
  problem text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The process that works on it, until when.
  worker uuid,
  locked_until timestamptz,
  constraint source_runs_since check (is_whole = (since is null)),
  constraint source_runs_ended check ((stage in ('done', 'failed', 'stopped')) = (ended_at is not null))
);
create unique index source_runs_current on source_runs (source) where ended_at is null;
create index source_runs_by_source on source_runs (source, started_at desc);
create index source_runs_by_import on source_runs (import_id);
