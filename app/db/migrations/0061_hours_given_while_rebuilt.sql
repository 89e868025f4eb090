-- A rebuild takes away weeks that no place keeps. Who gave a place such a week at the same moment had found it here, and pointed
-- at a row that was gone: the place had no hours in any search. While anybody writes places no week is taken away now.
create or replace function keep_search_hours(ids bigint[]) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('search-hours', 0));
  -- In one order, so that two that write at once wait for each other instead of dying.
  insert into search_hours (hours)
  select distinct on (md5(each.hours::text)) each.hours
  from (select search_hours_of(p) as hours from places p where p.id = any(ids) and p.status = 'published') as each
  where each.hours is not null and not exists (select from search_hours h where md5(h.hours::text) = md5(each.hours::text))
  order by md5(each.hours::text)
  on conflict do nothing
$$;

-- Migration 0055 wrote these anew: until somebody counts them they are planned for as if nothing were known, which the embedded
-- database would do at night.
analyze place_search;
analyze search_hours;
