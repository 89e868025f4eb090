-- What the public page about our facts shows: counted once a day, because counting all facts takes longer than a page may.
create table fact_counts (
  -- The day in Washington. Only the last one stays.
  counted_on date primary key,
  -- In the shape of FactCounts in app/db/columns/place-columns.ts.
  counts jsonb not null
);

-- Places that no source and no person has confirmed for years. "unconfirmed": may have closed, still in lists.
-- "unlisted": has been so for half a year, and is in no list. Neither is anybody's decision, and a confirmation ends both.
alter table places drop constraint places_closure_check;
alter table places add constraint places_closure_check
  check (closure in ('reported', 'temporary', 'permanent', 'moved', 'unconfirmed', 'unlisted'));
alter table places drop constraint places_closure_status;
alter table places add constraint places_closure_status check (
  case when closure in ('reported', 'temporary', 'unconfirmed') then status = 'published' and closed_on is not null
    when closure in ('permanent', 'moved', 'unlisted') then status = 'closed' and closed_on is not null
    else true end
);
create index places_unconfirmed on places (closed_on) where closure in ('unconfirmed', 'unlisted');
