-- Placements that businesses pay for. A campaign is the place's: whoever runs it sees it and may end it.
create table campaigns (
  id uuid primary key default gen_random_uuid(),
  -- Null: the place is gone, and what wasn't delivered goes back.
  place_id bigint references places on delete set null,
  -- Null: whoever began it has left.
  bought_by uuid references users on delete set null,
  -- Of the form that made it: sent twice, it makes one campaign.
  form_key uuid not null unique,
  state text not null check (state in ('draft', 'waiting', 'running', 'paused', 'ended', 'rejected')),
  headline text not null check (length(headline) between 1 and 40),
  body text not null check (length(body) between 1 and 90),
  -- "category:food", "neighborhood:shaw", "search:food".
  shown_on text[] not null check (cardinality(shown_on) between 1 and 30),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  budget_per text not null check (budget_per in ('day', 'month')),
  budget_cents integer not null check (budget_cents > 0),
  -- What is paid before it begins, and what an impression costs: the price of the day on which it was made.
  total_cents integer not null check (total_cents > 0),
  impression_cents integer not null check (impression_cents > 0),
  -- Nothing is ever spent beyond what was paid.
  spent_cents integer not null default 0 check (spent_cents between 0 and total_cents),
  -- The day on which something was spent last, and how much on it.
  spent_on date,
  day_spent_cents integer not null default 0 check (day_spent_cents >= 0),
  -- Since when it runs without a break, and what was spent on that day before.
  active_from timestamptz,
  active_spent_cents integer not null default 0 check (active_spent_cents >= 0),
  provider text check (provider in ('stripe', 'stripe-test', 'sandbox')),
  payment_id text unique check (length(payment_id) between 1 and 200),
  paid_at timestamptz,
  -- When its payment was last asked for: the job looks for those.
  checkout_at timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision_reason text not null default '' check (length(decision_reason) <= 500),
  ended_at timestamptz,
  end_reason text check (end_reason in ('over', 'spent', 'owner', 'place', 'rejected', 'undecided')),
  check (num_nonnulls(provider, payment_id, paid_at) = case when state = 'draft' then 0 else 3 end),
  check (num_nonnulls(ended_at, end_reason) = case when state in ('ended', 'rejected') then 2 else 0 end)
);
create index campaigns_by_place on campaigns (place_id, created_at desc);
create index campaigns_by_buyer on campaigns (bought_by) where bought_by is not null;
create index campaigns_running on campaigns using gin (shown_on) with (fastupdate = off) where state = 'running';
create index campaigns_unended on campaigns (ends_on) where state in ('waiting', 'running', 'paused');
create index campaigns_unpaid on campaigns (checkout_at) where state = 'draft' and checkout_at is not null;

-- Every impression that was billed. The id is of the slot that was sent: it is billed once.
create table sponsored_impressions (
  id uuid primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  seen_at timestamptz not null,
  shown_on text not null check (length(shown_on) between 1 and 120),
  cents integer not null check (cents > 0)
);
create index sponsored_impressions_by_campaign on sponsored_impressions (campaign_id, day);

create table sponsored_clicks (
  id uuid primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  clicked_at timestamptz not null,
  shown_on text not null check (length(shown_on) between 1 and 120)
);
create index sponsored_clicks_by_campaign on sponsored_clicks (campaign_id, day);

-- What slots are signed with. The same for every instance, and after a restart.
create table sponsored_secrets (
  id boolean primary key default true check (id),
  secret text not null check (length(secret) = 64)
);
insert into sponsored_secrets (secret)
  values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- What is to go back of a payment, written down before it goes. One for each payment.
create table campaign_refunds (
  payment_id text primary key check (length(payment_id) between 1 and 200),
  -- Null: paid a second time, or for what was deleted.
  campaign_id uuid references campaigns on delete set null,
  user_id uuid references users on delete set null,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('asked', 'refunded')),
  asked_at timestamptz not null
);
create index campaign_refunds_by_campaign on campaign_refunds (campaign_id);
create index campaign_refunds_by_user on campaign_refunds (user_id) where user_id is not null;
create index campaign_refunds_unfinished on campaign_refunds (asked_at) where status = 'asked';

-- The sandbox's payments of once.
create table sandbox_purchases (
  id text primary key,
  customer_id text not null references sandbox_customers on delete cascade,
  -- What it is for, as whoever sells it calls it.
  reference text not null check (length(reference) between 1 and 100),
  name text not null check (length(name) between 1 and 200),
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('open', 'paid', 'expired')),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  success_url text not null check (length(success_url) <= 500),
  cancel_url text not null check (length(cancel_url) <= 500),
  created_at timestamptz not null,
  paid_at timestamptz check ((paid_at is not null) = (status = 'paid'))
);
create unique index sandbox_purchases_open on sandbox_purchases (customer_id, reference) where status = 'open';
create index sandbox_purchases_by_customer on sandbox_purchases (customer_id, created_at desc);

alter table moderation_cases add column campaign_id uuid references campaigns on delete cascade;
alter table moderation_cases drop constraint moderation_cases_kind_check;
alter table moderation_cases add constraint moderation_cases_kind_check
  check (kind in ('held-review', 'reported-review', 'reported-photo', 'suggested-edit', 'reported-closed', 'claim',
    'submission', 'owner-edit', 'campaign'));
alter table moderation_cases add constraint moderation_cases_campaign
  check ((kind = 'campaign') = (campaign_id is not null));
alter table moderation_cases drop constraint moderation_cases_subject;
alter table moderation_cases add constraint moderation_cases_subject
  check (num_nonnulls(review_id, place_id, submission_id, photo_id, campaign_id) = 1);
create unique index moderation_cases_by_campaign on moderation_cases (campaign_id) where campaign_id is not null;
