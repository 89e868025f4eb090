-- What the guide brings a place, by day: how often its links were followed and its page was shared, and in which lists it
-- was shown. `times` counts each time, `visitors` each visitor once a day.
create table place_days (
  place_id bigint not null references places on delete cascade,
  day date not null,
  figure text not null check (
    figure in ('website', 'phone', 'directions', 'share', 'search', 'category', 'neighborhood', 'guide', 'map')
  ),
  times integer not null check (times > 0),
  visitors integer not null check (visitors between 0 and times),
  primary key (place_id, day, figure)
);
-- For the fold, which takes the oldest days of all places.
create index place_days_by_day on place_days (day);

-- The same of days gone by, added up by month.
create table place_months (
  place_id bigint not null references places on delete cascade,
  month date not null check (extract(day from month) = 1),
  figure text not null check (
    figure in ('website', 'phone', 'directions', 'share', 'search', 'category', 'neighborhood', 'guide', 'map')
  ),
  times integer not null check (times > 0),
  visitors integer not null check (visitors between 0 and times),
  primary key (place_id, month, figure)
);
-- For the month that the guide counts from.
create index place_months_by_month on place_months (month);

-- What at least five visitors of one day had searched for when the place was shown to them.
create table place_terms (
  place_id bigint not null references places on delete cascade,
  day date not null,
  term text not null check (length(term) between 1 and 60),
  visitors integer not null check (visitors >= 5),
  primary key (place_id, day, term)
);
create index place_terms_by_day on place_terms (day);

-- Who has been counted today, for which place and figure or for which search: a hash with the day's salt, which tells
-- nobody which. Gone with the salt.
create table place_marks (
  day date not null,
  mark bigint not null,
  primary key (day, mark)
);

-- How many visitors of today searched for something and were shown a place. Both stand in the key, hashed with the day's
-- salt, so that no word is kept before five have used it. Gone with the salt.
create table term_tallies (
  day date not null,
  key bigint not null,
  visitors integer not null check (visitors > 0),
  primary key (day, key)
);
