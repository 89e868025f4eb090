-- Two members who saved one place at the same moment each counted without the other, and now and then each held a row that the
-- other waited for: a place's words stand in several. Whoever weighs places waits for its turn at each now, in one order.
create or replace function weigh_places(ids bigint[]) returns void language sql as $$
  -- The next statement sees what whoever had the rows before has written.
  select from place_search where place_id = any(ids) order by place_id for no key update;
  with before as (
    select place_id, popularity from place_search where place_id = any(ids)
  ), fresh as (
    select * from search_place_figures(array(select place_id from before))
  ), moved as (
    update place_search as known set rating = fresh.rating, saves = fresh.saves, popularity = fresh.popularity,
      real_count = fresh.real_count, real_sum = fresh.real_sum, demo_count = fresh.demo_count, demo_sum = fresh.demo_sum,
      doc = case when search_tier_lexemes(known.popularity) = search_tier_lexemes(fresh.popularity) then known.doc
        else ts_delete(known.doc, array['_t1', '_t2', '_t3']) || array_to_tsvector(search_tier_lexemes(fresh.popularity)) end
    from fresh where fresh.place_id = known.place_id
      and (known.rating, known.saves, known.popularity, known.real_count, known.real_sum, known.demo_count, known.demo_sum)
        is distinct from (fresh.rating, fresh.saves, fresh.popularity, fresh.real_count, fresh.real_sum, fresh.demo_count, fresh.demo_sum)
  )
  update search_suggestions set weight = round((weight + change)::numeric, 1)::real
  from (
    select p.slug, round(fresh.popularity::numeric, 1) - round(before.popularity::numeric, 1) as change
    from fresh join before on before.place_id = fresh.place_id join places p on p.id = fresh.place_id
  ) as weights
  where kind = 'place' and search_suggestions.slug = weights.slug and change <> 0
$$;
