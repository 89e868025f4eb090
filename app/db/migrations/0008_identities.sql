-- Who an identity provider says somebody is. An account is found by this pair and by nothing else: an address of e-mail
-- can change hands.
create table identities (
  issuer text not null check (length(issuer) <= 300),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- Sign-ins under way, each bound to the browser that began it by a cookie whose hash stands here. Used once.
create table sign_in_attempts (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null check (length(return_to) <= 500),
  started_at timestamptz not null
);
create index sign_in_attempts_by_start on sign_in_attempts (started_at);
