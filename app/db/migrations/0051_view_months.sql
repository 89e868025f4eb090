-- Views of whole months gone by, added up: who looks at a year of all pages reads a row a page and month. Each day stays in
-- view_days too. What is invented isn't in it: that comes and goes.
create table view_months (
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  subject text not null check (subject in ('site', 'place', 'guide', 'neighborhood', 'category', 'page')),
  key text not null check (length(key) <= 120),
  views integer not null check (views >= 0),
  visitors integer not null check (visitors >= 0),
  primary key (month, subject, key)
);
-- Which months are there: each day that has any view has one of the whole site.
create index view_months_of_site on view_months (month) where subject = 'site' and key = 'all';
