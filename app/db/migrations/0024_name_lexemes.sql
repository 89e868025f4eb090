-- A word of a place's name is a lexeme of its own, _w:word. The index keeps no weights: whoever asked it for "street" and
-- "food" in a name got every place that has both anywhere, and a hundred thousand of them were read to be thrown away.
create or replace function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector
) stable language sql as $$
  select p.id, p.category_slug, search_location(p.lat, p.lng), f.rating, f.saves, f.views, f.popularity,
    name.words
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
    || setweight(to_tsvector('english', unaccent(p.description)), 'C')
    || array_to_tsvector(
      array['_c:' || p.category_slug, '_k:' || p.type, '_n:' || p.neighborhood_slug]
      || case when p.quadrant is null then '{}' else array['_q:' || p.quadrant] end
      || case when p.price_range is null then '{}' else array['_p:' || p.price_range] end
      || array(select '_a:' || each.key from jsonb_each(p.attributes) as each where each.value = 'true')
      || array(select '_w:' || word from unnest(tsvector_to_array(name.words)) as word)
      || search_tier_lexemes(f.popularity))
  from search_place_figures(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
  cross join lateral (select setweight(to_tsvector('english', unaccent(p.name)), 'A') as words) as name
$$;

-- Names that begin with four letters, in order of weight: among a million places "geor" reads as few as "g".
create index search_suggestions_4 on search_suggestions (left(words, 4), weight desc);

select index_places(array(select id from places where status = 'published'));
