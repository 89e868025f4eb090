-- What visits were like, by day, in words of ours alone: where they came from, on what kind of device, what became of
-- searches, and the steps to a membership. `times` counts each time, `visitors` each visitor (of `checkout` and `paid` each
-- account) once a day.
create table day_counts (
  day date not null,
  kind text not null check (kind in ('source', 'device', 'search', 'premium-from', 'checkout', 'paid')),
  name text not null check (length(name) between 1 and 40),
  times integer not null check (times > 0),
  visitors integer not null check (visitors between 0 and times),
  primary key (day, kind, name)
);

-- Words of others, kept from the fifth visitor of one day on: what was searched for, which sites led here, and how the
-- links there were marked.
create table word_days (
  day date not null,
  kind text not null check (kind in ('search', 'host', 'utm-source', 'utm-campaign')),
  word text not null check (length(word) between 1 and 60),
  visitors integer not null check (visitors >= 5),
  -- Of searches: by how many of them nothing was found, and how many visitors followed a result.
  without_result integer not null default 0 check (without_result >= 0),
  followers integer not null default 0 check (followers >= 0),
  primary key (day, kind, word)
);

-- How long the server took for its routes, by day: how many answers fell into each step of a scale (server-times.ts).
-- `is_kept`: the page was in memory.
create table route_days (
  day date not null,
  route text not null check (length(route) between 1 and 120),
  is_kept boolean not null,
  answers integer[] not null check (cardinality(answers) = 56),
  primary key (day, route, is_kept)
);

-- What the log of sponsored slots held of days gone by, added up.
create table sponsored_days (
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  shown_on text not null check (length(shown_on) between 1 and 120),
  impressions integer not null check (impressions >= 0),
  clicks integer not null check (clicks >= 0),
  cents integer not null check (cents >= 0),
  primary key (campaign_id, day, shown_on)
);
-- For the fold, which takes the oldest days of all campaigns.
create index sponsored_impressions_by_day on sponsored_impressions (day);
create index sponsored_clicks_by_day on sponsored_clicks (day);
