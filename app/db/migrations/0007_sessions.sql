-- The three people of the development login. They are nobody's invented reviews, but a production site refuses them too.
alter table users add column is_persona boolean not null default false;
alter table users add constraint users_persona_is_no_demo check (not (is_persona and is_demo));
create index users_persona on users (id) where is_persona;

-- One row for each signed-in browser. Only a hash of its token stands here: whoever reads this table can sign in as nobody.
create table sessions (
  -- What the page of one's own sessions names it by.
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- "Firefox on Windows"; never the whole description that the browser gives of itself.
  browser text not null check (length(browser) <= 80),
  created_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= created_at)
);
create index sessions_by_user on sessions (user_id, last_seen_at desc);
create index sessions_by_last_seen on sessions (last_seen_at);
