-- What stands on a source is counted as far as a screen says it, from the beginning of this index: with the places in it there
-- is an order to stop in, and a planner has no reason to gather all of a source's facts first.
drop index place_facts_by_source;
create index place_facts_by_source on place_facts (source_id, origin, place_id);
