-- Who somebody is at the payment provider, and how their subscription stood there at the last look. What it makes them now is
-- computed from it and the clock, so that no event has to come for a membership to end.
create table customers (
  user_id uuid primary key references users on delete cascade,
  provider text not null check (provider in ('stripe', 'sandbox')),
  provider_id text not null check (length(provider_id) between 1 and 200),
  created_at timestamptz not null,
  sync_ticket bigint not null default 0,
  synced_at timestamptz,
  unique (provider, provider_id)
);
create index customers_by_sync on customers (synced_at nulls first);

-- Drawn before the provider is asked: of two answers the one that was asked for later is written.
create sequence billing_sync_tickets;

create table subscriptions (
  user_id uuid primary key references customers on delete cascade,
  provider_id text not null check (length(provider_id) between 1 and 200),
  tier text not null check (tier in ('local-explorer', 'city-insider', 'vip')),
  status text not null check (status in ('active', 'past-due', 'ended')),
  started_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  cancel_at timestamptz,
  grace_ends_at timestamptz check ((grace_ends_at is not null) = (status = 'past-due')),
  next_tier text check (next_tier in ('local-explorer', 'city-insider', 'vip'))
);

-- Open pages hear of a change of their person's membership.
create trigger subscriptions_heard after insert or delete on subscriptions for each row
  execute function notify_person('user_id');
create trigger subscriptions_changed_heard after update on subscriptions for each row
  when (old.* is distinct from new.*) execute function notify_person('user_id');

create table billing_events (
  id text primary key check (length(id) between 1 and 200),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null,
  done_at timestamptz check (done_at >= received_at)
);
create index billing_events_by_day on billing_events (received_at);

-- Accounting outlives an account.
create table refunds (
  payment_id text primary key check (length(payment_id) between 1 and 200),
  user_id uuid references users on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('asked', 'refunded')),
  asked_by text not null check (asked_by in ('member', 'operator')),
  asked_at timestamptz not null
);
create index refunds_by_user on refunds (user_id);

-- The sandbox: what stands in for a payment provider where none is set up. No card is charged and no number kept.
create table sandbox_customers (
  id text primary key,
  -- A person, by our own id: asked for again, it makes no second customer.
  reference uuid not null unique references users on delete cascade,
  email text check (length(email) <= 320),
  card text check (length(card) <= 40),
  clock_ahead_seconds bigint not null default 0 check (clock_ahead_seconds >= 0)
);

-- What the sandbox signs its events with; one row.
create table sandbox_secrets (
  id boolean primary key default true check (id),
  secret text not null check (length(secret) = 64)
);
insert into sandbox_secrets (secret)
  values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

create table sandbox_checkouts (
  id text primary key,
  customer_id text not null references sandbox_customers on delete cascade,
  tier text not null check (tier in ('local-explorer', 'city-insider', 'vip')),
  status text not null check (status in ('open', 'complete', 'expired')),
  success_url text not null check (length(success_url) <= 500),
  cancel_url text not null check (length(cancel_url) <= 500),
  created_at timestamptz not null
);
-- A customer has one checkout open: whoever begins another leaves the first.
create unique index sandbox_checkouts_open on sandbox_checkouts (customer_id) where status = 'open';

create table sandbox_subscriptions (
  id text primary key,
  customer_id text not null references sandbox_customers on delete cascade,
  tier text not null check (tier in ('local-explorer', 'city-insider', 'vip')),
  status text not null check (status in ('active', 'past-due', 'ended')),
  started_at timestamptz not null,
  current_period_starts_at timestamptz not null,
  current_period_ends_at timestamptz not null check (current_period_ends_at > current_period_starts_at),
  cancels_at_period_end boolean not null default false,
  next_tier text check (next_tier in ('local-explorer', 'city-insider', 'vip')),
  past_due_since timestamptz check ((past_due_since is not null) = (status = 'past-due')),
  ended_at timestamptz check ((ended_at is not null) = (status = 'ended'))
);
-- One at a time: two checkouts at once make one subscription.
create unique index sandbox_subscriptions_running on sandbox_subscriptions (customer_id) where status <> 'ended';
create index sandbox_subscriptions_due on sandbox_subscriptions (current_period_ends_at) where status <> 'ended';

create table sandbox_invoices (
  id text primary key,
  subscription_id text not null references sandbox_subscriptions on delete cascade,
  customer_id text not null references sandbox_customers on delete cascade,
  description text not null check (length(description) <= 200),
  amount_cents integer not null,
  status text not null check (status in ('paid', 'open', 'void', 'refunded', 'disputed')),
  created_at timestamptz not null
);
create index sandbox_invoices_by_customer on sandbox_invoices (customer_id, created_at desc);

create table sandbox_deliveries (
  id text primary key,
  customer_id text not null references sandbox_customers on delete cascade,
  event jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  tries integer not null default 0
);
create index sandbox_deliveries_due on sandbox_deliveries (created_at) where delivered_at is null;
create index sandbox_deliveries_by_day on sandbox_deliveries (created_at);
