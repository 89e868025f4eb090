-- Who somebody is in another account of the same provider, which the present key doesn't know. It may bill them still, so the
-- link is kept when they become a customer anew: nobody is forgotten who may still be paying there.
create table lost_customers (
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  customer_id text not null check (length(customer_id) between 1 and 200),
  user_id uuid not null references users on delete cascade,
  lost_at timestamptz not null,
  primary key (provider, customer_id)
);
create index lost_customers_by_user on lost_customers (user_id);

-- 'kept': the provider won't give it back, for instance because the bank has taken it already.
alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (status in ('asked', 'refunded', 'kept'));

-- When the job last tried it, whatever became of it: a refund that can't be made keeps no other waiting.
alter table refunds add column tried_at timestamptz;
drop index refunds_unfinished;
create index refunds_unfinished on refunds (provider, tried_at nulls first, asked_at) where status = 'asked';
