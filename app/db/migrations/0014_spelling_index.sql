-- New entries of these indexes waited in a list that every look-up reads from end to end, until a vacuum put them away; the
-- embedded database has none for hours after it was filled. Writing a word costs a little more now, asking for one far less.
alter index search_terms_similar set (fastupdate = off);
alter index places_slug_similar set (fastupdate = off);
alter index posts_slug_similar set (fastupdate = off);
select gin_clean_pending_list('search_terms_similar'), gin_clean_pending_list('places_slug_similar'),
  gin_clean_pending_list('posts_slug_similar');

-- The planner takes comparing by trigrams for as cheap as comparing numbers, and read every word there is: 15 ms instead of 2.
create or replace function similar_search_terms(word text) returns table (term text, entries integer) stable language sql
set pg_trgm.similarity_threshold = 0.26 set enable_seqscan = off as $$
  select t.term, t.entries from search_terms t where t.term % word
  order by similarity(t.term, word) * ln(2 + t.entries) desc, t.term limit 30
$$;
