-- One row per search that a member wants a mail about, once, when a place that matches it is added. Sending the mail deletes
-- the row.
create table search_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  query text not null check (length(query) between 3 and 100),
  asked_at timestamptz not null,
  -- When the daily job last searched for it. Null: not yet.
  checked_at timestamptz
);
create unique index search_alerts_by_member on search_alerts (user_id, lower(query));
-- For the job: the longest unchecked first.
create index search_alerts_by_check on search_alerts (checked_at nulls first, id);

-- The key that signs the links that stop a member's search alerts.
alter table secrets drop constraint secrets_name_check;
alter table secrets add constraint secrets_name_check check (name in ('forms', 'bounces', 'slots', 'search-alerts'));
insert into secrets (name, value)
  values ('search-alerts', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
