-- What the public page about our facts shows: counted once a day, because counting all facts takes longer than a page may.
create table fact_counts (
  -- The day in Washington. Only the last one stays.
  counted_on date primary key,
  -- In the shape of FactCounts in app/db/columns/place-columns.ts.
  counts jsonb not null
);
