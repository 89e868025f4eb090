-- Payments of campaigns that somebody has begun. They are looked for here, so that deleting the draft, or another of its
-- owners who begins to pay too, loses none.
create table campaign_checkouts (
  -- No reference: it outlives the draft.
  campaign_id uuid not null,
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  place_id bigint references places on delete set null,
  started_at timestamptz not null,
  -- When the job last looked; those of longest ago come first.
  looked_at timestamptz not null,
  primary key (campaign_id, user_id, provider)
);
create index campaign_checkouts_by_user on campaign_checkouts (user_id);
create index campaign_checkouts_unlooked on campaign_checkouts (provider, looked_at);
insert into campaign_checkouts (campaign_id, user_id, provider, place_id, started_at, looked_at)
  select c.id, c.bought_by, p.name, c.place_id, c.checkout_at, c.checkout_at
  from campaigns c cross join (values ('stripe'), ('stripe-test'), ('sandbox')) as p (name)
  where c.state = 'draft' and c.bought_by is not null and c.checkout_at is not null;
drop index campaigns_unpaid;
alter table campaigns drop column checkout_at;

-- `stopped` by an editor, `disputed` by the bank of whoever paid, `provider`: what was paid there is money no more.
alter table campaigns drop constraint campaigns_end_reason_check;
alter table campaigns add constraint campaigns_end_reason_check
  check (end_reason in ('over', 'spent', 'owner', 'place', 'rejected', 'undecided', 'stopped', 'disputed', 'provider'));

-- `kept`: the provider won't give it back. Of a payment that paid for nothing: what it was meant for.
alter table campaign_refunds drop constraint campaign_refunds_status_check;
alter table campaign_refunds add constraint campaign_refunds_status_check check (status in ('asked', 'refunded', 'kept'));
alter table campaign_refunds add column surplus_of uuid;
alter table campaign_refunds add column place_id bigint references places on delete set null;
create index campaign_refunds_by_surplus on campaign_refunds (surplus_of) where surplus_of is not null;

-- Views that came from a slot were paid for, and weigh nothing: no campaign moves a place in any list.
create or replace function count_search_views(today date) returns void language plpgsql as $$
declare ids bigint[];
begin
  with followed as (
    select c.place_id, count(*) as clicks
    from sponsored_clicks k join campaigns c on c.id = k.campaign_id
    where c.place_id is not null and k.day between today - 28 and today - 1
    group by c.place_id
  ), counted as (
    select p.id, greatest(coalesce(sum(d.views), 0) - coalesce(max(f.clicks), 0), 0)::integer as views
    from places p join place_search s on s.place_id = p.id
    left join view_days d on d.subject = 'place' and d.key = p.slug and d.day between today - 28 and today - 1
    left join followed f on f.place_id = p.id
    group by p.id
  ), moved as (
    update place_search set views = counted.views from counted
    where counted.id = place_search.place_id and counted.views <> place_search.views
    returning place_search.place_id
  )
  select array_agg(place_id) into ids from moved;
  perform weigh_places(ids);
end
$$;
