-- Somebody is one customer in each place where money is or isn't taken: Stripe, Stripe's test mode, the sandbox. Another key
-- brings another list of customers, and forgets nobody on the one before, who may still be paying there.
alter table customers drop constraint customers_provider_check;
alter table customers add constraint customers_provider_check check (provider in ('stripe', 'stripe-test', 'sandbox'));

alter table subscriptions add column provider text;
update subscriptions set provider = customers.provider from customers where customers.user_id = subscriptions.user_id;
alter table subscriptions alter column provider set not null;
alter table subscriptions drop constraint subscriptions_user_id_fkey;
alter table customers drop constraint customers_pkey;
alter table customers add primary key (user_id, provider);
alter table subscriptions add foreign key (user_id, provider) references customers on delete cascade;

-- When the last look at the provider began, whatever became of it: who can't be looked at keeps nobody else waiting.
alter table customers add column tried_at timestamptz;
update customers set tried_at = synced_at;
drop index customers_by_sync;
create index customers_by_try on customers (provider, tried_at nulls first);

-- What is asked for and not yet given back is finished by its payment's number, where that payment was made.
alter table refunds add column provider text check (provider in ('stripe', 'stripe-test', 'sandbox'));
update refunds set provider = case when payment_id like 'sandbox%' then 'sandbox' else 'stripe' end;
alter table refunds alter column provider set not null;
alter table refunds drop constraint refunds_asked_by_check;
-- 'nobody': paid beside another membership, or for an account that was deleted.
alter table refunds add constraint refunds_asked_by_check check (asked_by in ('member', 'operator', 'nobody'));
create index refunds_unfinished on refunds (asked_at) where status = 'asked';
