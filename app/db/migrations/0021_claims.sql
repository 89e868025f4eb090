-- Whoever says that they run a place, and how they prove it: each way that they tried is a row.
create table place_claims (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  claimer_id uuid not null references users on delete cascade,
  way text not null check (way in ('mail', 'site', 'evidence')),
  -- Of a code: the domain of the website that the place had then; another website needs another code.
  domain text check (length(domain) <= 253),
  -- Where a code was mailed to.
  mail_address text check (mail_address = lower(mail_address) and length(mail_address) <= 254),
  code_hash bytea check (octet_length(code_hash) = 32),
  -- Codes typed, or looks at the website.
  tries smallint not null default 0 check (tries between 0 and 20),
  evidence text not null default '' check (length(evidence) <= 2000),
  case_id uuid references moderation_cases on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('granted', 'rejected', 'withdrawn', 'replaced')),
  check ((closed_at is null) = (outcome is null)),
  check ((way = 'evidence') = (code_hash is null)),
  check (way = 'evidence' or (domain is not null and expires_at is not null)),
  check ((way = 'mail') or mail_address is null)
);
create unique index place_claims_open on place_claims (place_id, claimer_id, way) where closed_at is null;
create index place_claims_by_place on place_claims (place_id, started_at desc);
create index place_claims_by_claimer on place_claims (claimer_id, started_at desc);
create index place_claims_by_mail on place_claims (mail_address, started_at desc) where mail_address is not null;
create index place_claims_by_case on place_claims (case_id) where case_id is not null;
create index place_claims_by_day on place_claims (started_at);

alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'suggested-edit', 'reported-closed', 'claim', 'submission', 'owner-edit'));

-- Of a claim whose person has left nothing is left to decide.
create function forget_claim_case() returns trigger language plpgsql as $$
begin
  delete from moderation_cases where id = old.case_id and closed_at is null;
  return null;
end
$$;
create trigger place_claims_gone after delete on place_claims
  for each row when (old.case_id is not null) execute function forget_claim_case();

-- Who is asked to run a place with those who do. Accepted, the row is gone; taken back, it is kept a while, to count.
create table place_invitations (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('owner', 'manager')),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  invited_by uuid not null references users on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create unique index place_invitations_open on place_invitations (place_id, email) where closed_at is null;
create index place_invitations_by_place on place_invitations (place_id, invited_at desc);
create index place_invitations_by_inviter on place_invitations (invited_by, invited_at desc);
create index place_invitations_by_email on place_invitations (email) where closed_at is null;
create index place_invitations_by_day on place_invitations (expires_at);
