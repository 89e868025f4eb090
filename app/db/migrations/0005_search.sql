create extension if not exists btree_gist;

-- Words as they are compared: lower case, without accents; apostrophes, dots and colons join ("9:30" is "930"), all else parts.
create function search_plain(words text) returns text stable strict parallel safe language sql as $$
  select btrim(regexp_replace(regexp_replace(lower(unaccent(words)), '[''’.:]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Each word once. Shorter ones and numbers are never corrected, so nobody looks them up.
create function search_words(words text) returns setof text stable parallel safe language sql as $$
  select distinct word from regexp_split_to_table(search_plain(words), ' ') as word
  where length(word) between 3 and 30 and word !~ '[0-9]'
$$;

-- East and north of the city's middle, in meters. Over the District it is true to 2 in 1,000.
-- The same numbers stand in features/search/planar.ts.
create function search_location(lat double precision, lng double precision) returns point immutable strict parallel safe language sql as $$
  select point((lng + 77.03) * 86537.5, (lat - 38.9) * 111195)
$$;

-- The size of each tier of the best known places: a common word is looked for among the first, and only where that gives
-- too few among the next. `above` is the popularity that its places surpass; below zero, every place does.
create table search_tiers (
  tier smallint primary key,
  size integer not null,
  above double precision not null default -1
);
insert into search_tiers (tier, size) values (1, 2000), (2, 20000), (3, 200000);

-- What a search weighs, of published places alone; narrow, because it is read by the thousand. `doc` holds the words
-- (A the name, B what and where, C the description) and, without positions, what can be asked by choosing:
-- _c:category, _k:type, _n:neighborhood, _q:quadrant, _p:price, _a:attribute, and _t1 to _t3, the tiers.
drop table place_search;
create table place_search (
  place_id bigint primary key references places on delete cascade,
  category_slug text not null,
  location point,
  -- The mean of stars, as if five more reviews of the usual mean had been written.
  rating double precision not null,
  saves integer not null,
  -- Of the last four weeks, counted once a day.
  views integer not null default 0,
  popularity double precision not null,
  doc tsvector not null
);
create index place_search_doc on place_search using gin (doc) with (fastupdate = off);
create index place_search_near on place_search using gist (category_slug, location);

create function search_tier_lexemes(popularity double precision) returns text[] stable language sql as $$
  select coalesce(array_agg('_t' || tier order by tier), '{}') from search_tiers where popularity > above
$$;

-- How well known published places are.
create function search_place_figures(ids bigint[]) returns table (
  place_id bigint, rating double precision, saves integer, views integer, popularity double precision
) stable language sql as $$
  select p.id, r.rating, s.saves, v.views,
    r.rating + 0.3 * ln(1 + r.reviews) + 0.3 * ln(1 + s.saves) + 0.2 * ln(1 + v.views)
    + coalesce(1.0 / p.hub_rank, 1.0 / (p.featured_rank + 3), 0)
    + 0.02 * num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)
    -- Among equals any order will do, but there must be one: a tier of a thousand equals would be no tier.
    + (p.id * 7919 % 1000) / 100000.0
  from places p
  cross join lateral (
    select (20.0 + coalesce(sum(stars_sum), 0)) / (5 + coalesce(sum(review_count), 0)) as rating,
      coalesce(sum(review_count), 0) as reviews
    from place_ratings where place_ratings.place_id = p.id
  ) as r
  cross join lateral (select count(*)::integer as saves from saved_places where saved_places.place_id = p.id) as s
  cross join lateral (
    select coalesce((select k.views from place_search k where k.place_id = p.id), 0) as views
  ) as v
  where p.id = any(ids) and p.status = 'published'
$$;

-- What the rows of place_search should be.
create function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector
) stable language sql as $$
  select p.id, p.category_slug, search_location(p.lat, p.lng), f.rating, f.saves, f.views, f.popularity,
    setweight(to_tsvector('english', unaccent(p.name)), 'A')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
    || setweight(to_tsvector('english', unaccent(p.description)), 'C')
    || array_to_tsvector(
      array['_c:' || p.category_slug, '_k:' || p.type, '_n:' || p.neighborhood_slug]
      || case when p.quadrant is null then '{}' else array['_q:' || p.quadrant] end
      || case when p.price_range is null then '{}' else array['_p:' || p.price_range] end
      || array(select '_a:' || each.key from jsonb_each(p.attributes) as each where each.value = 'true')
      || search_tier_lexemes(f.popularity))
  from search_place_figures(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
$$;

-- What begins with the letters typed so far: a name stands here once for each of its words, from that word on.
create table search_suggestions (
  kind text not null check (kind in ('place', 'guide', 'neighborhood', 'category')),
  slug text not null,
  words text collate "C" not null,
  label text not null,
  weight real not null,
  primary key (kind, slug, words)
);
create index search_suggestions_words on search_suggestions (words);
create index search_suggestions_1 on search_suggestions (left(words, 1), weight desc);
create index search_suggestions_2 on search_suggestions (left(words, 2), weight desc);
create index search_suggestions_3 on search_suggestions (left(words, 3), weight desc);

-- Neighborhoods and categories before places, places by popularity; the first word of a name before the others.
-- Weights are rounded, so that a single review seldom changes one.
create function write_search_suggestions(of_kind text, slugs text[], labels text[], weights double precision[])
returns void language sql as $$
  with fresh as (
    select distinct on (each.slug, rest.words) each.slug, rest.words, each.label,
      (round(each.weight::numeric, 1) - case when at = 1 then 0 else 0.5 end)::real as weight
    from unnest(slugs, labels, weights) as each (slug, label, weight)
    cross join lateral (select regexp_split_to_array(search_plain(each.label), ' ') as parts) as name
    cross join lateral generate_series(1, least(cardinality(name.parts), 8)) as at
    cross join lateral (select left(array_to_string(name.parts[at:], ' '), 60) as words) as rest
    where each.label is not null and rest.words <> '' and (at = 1 or name.parts[at] not in ('of', 'the', 'and', 'at', 'in', 'on', 'a', 'for'))
    order by each.slug, rest.words, at
  ), gone as (
    delete from search_suggestions old where old.kind = of_kind and old.slug = any(slugs)
      and not exists (select from fresh where fresh.slug = old.slug and fresh.words = old.words)
  )
  insert into search_suggestions as known (kind, slug, words, label, weight)
  select of_kind, slug, words, label, weight from fresh
  on conflict (kind, slug, words) do update set label = excluded.label, weight = excluded.weight
    where (known.label, known.weight) is distinct from (excluded.label, excluded.weight)
$$;

-- The words that the catalogue knows and in how many of its entries each stands; a misspelling is corrected to one of them.
create table search_terms (
  term text primary key,
  -- As the documents have it; null for a stop word.
  stem text,
  entries integer not null
);
create index search_terms_similar on search_terms using gin (term gin_trgm_ops);
create index search_terms_by_stem on search_terms (stem);

create function count_search_terms(added text[], removed text[]) returns void language sql as $$
  with changes as (
    select word, sum(step)::integer as step from (
      select word, 1 as step from unnest(added) as each (words), search_words(each.words) as word
      union all
      select word, -1 from unnest(removed) as each (words), search_words(each.words) as word
    ) as steps group by word having sum(step) <> 0
  ), gone as (
    delete from search_terms using changes where term = word and entries + step <= 0
  )
  -- In one order, so that two that write at once wait for each other instead of dying.
  insert into search_terms as known (term, stem, entries)
  select word, (tsvector_to_array(to_tsvector('english', word)))[1], step
  from changes left join search_terms old on old.term = word
  where coalesce(old.entries, 0) + step > 0
  order by word
  on conflict (term) do update set entries = known.entries + excluded.entries
$$;

-- The kinds of place there are. A query is read against them, so they must not cost a look at every place.
create table search_types (
  type text primary key,
  places integer not null
);

create function count_search_types(added text[], removed text[]) returns void language sql as $$
  with changes as (
    select type, sum(step)::integer as step from (
      select unnest(added) as type, 1 as step union all select unnest(removed), -1
    ) as steps group by type having sum(step) <> 0
  ), gone as (
    delete from search_types using changes where search_types.type = changes.type and places + step <= 0
  )
  insert into search_types as known (type, places)
  select changes.type, step from changes left join search_types old on old.type = changes.type
  where coalesce(old.places, 0) + step > 0
  order by changes.type
  on conflict (type) do update set places = known.places + excluded.places
$$;

-- The trigram threshold is a setting; here it holds for this one question. Transposed letters share few trigrams.
create function similar_search_terms(word text) returns table (term text, entries integer) stable language sql
set pg_trgm.similarity_threshold = 0.26 as $$
  select t.term, t.entries from search_terms t where t.term % word
  order by similarity(t.term, word) * ln(2 + t.entries) desc, t.term limit 30
$$;

create function index_guides(ids bigint[]) returns void language sql as $$
  insert into post_search as known (post_id, doc)
  select p.id,
    setweight(to_tsvector('english', unaccent(p.title)), 'A')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', array_to_string(p.keywords, ' '), c.name, n.name, p.excerpt))), 'B')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.body, t.texts))), 'C')
  from posts p
  join categories c on c.slug = p.category_slug
  left join neighborhoods n on n.slug = p.neighborhood_slug
  left join lateral (
    select string_agg(concat_ws(' ', q.name, pp.reason), ' ' order by pp.position) as texts
    from post_places pp join places q on q.id = pp.place_id where pp.post_id = p.id
  ) t on true
  where p.id = any(ids) and p.status = 'published'
  on conflict (post_id) do update set doc = excluded.doc where known.doc is distinct from excluded.doc;
  delete from post_search using posts p where p.id = post_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('guide', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.title end order by p.id), array_agg(6.0::double precision))
  from posts p where p.id = any(ids);
$$;

create function index_places(ids bigint[]) returns void language sql as $$
  insert into place_search as known (place_id, category_slug, location, rating, saves, views, popularity, doc)
  select r.place_id, r.category_slug, r.location, r.rating, r.saves, r.views, r.popularity, r.doc
  from search_place_rows(ids) r
  on conflict (place_id) do update set category_slug = excluded.category_slug, location = excluded.location,
    rating = excluded.rating, saves = excluded.saves, popularity = excluded.popularity, doc = excluded.doc
    where (known.category_slug, known.location::text, known.rating, known.saves, known.popularity, known.doc)
      is distinct from (excluded.category_slug, excluded.location::text, excluded.rating, excluded.saves, excluded.popularity, excluded.doc);
  delete from place_search using places p where p.id = place_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('place', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.name end order by p.id), array_agg(s.popularity order by p.id))
  from places p left join place_search s on s.place_id = p.id where p.id = any(ids);
$$;

-- A review, a save, a day's views: the words stay, only the figures move, and mostly within the tier.
create function weigh_places(ids bigint[]) returns void language sql as $$
  with before as (
    select place_id, popularity from place_search where place_id = any(ids)
  ), fresh as (
    select * from search_place_figures(array(select place_id from before))
  ), moved as (
    update place_search as known set rating = fresh.rating, saves = fresh.saves, popularity = fresh.popularity,
      doc = case when search_tier_lexemes(known.popularity) = search_tier_lexemes(fresh.popularity) then known.doc
        else ts_delete(known.doc, array['_t1', '_t2', '_t3']) || array_to_tsvector(search_tier_lexemes(fresh.popularity)) end
    from fresh where fresh.place_id = known.place_id
      and (known.rating, known.saves, known.popularity) is distinct from (fresh.rating, fresh.saves, fresh.popularity)
  )
  update search_suggestions set weight = round((weight + change)::numeric, 1)::real
  from (
    select p.slug, round(fresh.popularity::numeric, 1) - round(before.popularity::numeric, 1) as change
    from fresh join before on before.place_id = fresh.place_id join places p on p.id = fresh.place_id
  ) as weights
  where kind = 'place' and search_suggestions.slug = weights.slug and change <> 0
$$;

create function index_neighborhoods(slugs text[]) returns void language sql as $$
  insert into neighborhood_search as known (neighborhood_slug, doc)
  select n.slug,
    setweight(to_tsvector('english', unaccent(n.name)), 'A')
    || setweight(to_tsvector('english', unaccent(array_to_string(n.aka, ' '))), 'B')
    || setweight(to_tsvector('english', unaccent(n.summary)), 'C')
  from neighborhoods n where n.slug = any(slugs)
  on conflict (neighborhood_slug) do update set doc = excluded.doc where known.doc is distinct from excluded.doc;
  select write_search_suggestions('neighborhood', array_agg(n.slug order by n.slug), array_agg(n.name order by n.slug),
    array_agg(20.0::double precision))
  from neighborhoods n where n.slug = any(slugs);
$$;

create function index_categories(slugs text[]) returns void language sql as $$
  select write_search_suggestions('category', array_agg(c.slug order by c.slug), array_agg(c.name order by c.slug),
    array_agg(30.0::double precision))
  from categories c where c.slug = any(slugs);
$$;

-- Views are counted far too often to weigh a place at each: once a day is enough.
create function count_search_views(today date) returns void language plpgsql as $$
declare ids bigint[];
begin
  with counted as (
    select p.id, coalesce(sum(d.views), 0)::integer as views
    from places p join place_search s on s.place_id = p.id
    left join view_days d on d.subject = 'place' and d.key = p.slug and d.day between today - 28 and today - 1
    group by p.id
  ), moved as (
    update place_search set views = counted.views from counted
    where counted.id = place_search.place_id and counted.views <> place_search.views
    returning place_search.place_id
  )
  select array_agg(place_id) into ids from moved;
  perform weigh_places(ids);
end
$$;

-- Where each tier begins now, and the lexemes of those that have come into one or left it.
create function draw_search_tiers() returns void language sql as $$
  update search_tiers set above = coalesce(
    (select popularity from place_search order by popularity desc offset search_tiers.size limit 1), -1)
  where tier > 0;
  update place_search set doc = ts_delete(doc, array['_t1', '_t2', '_t3']) || array_to_tsvector(search_tier_lexemes(popularity))
  where search_tier_lexemes(popularity)
    is distinct from array(select '_t' || tier from search_tiers where doc @@ ('_t' || tier)::tsquery order by tier);
$$;

-- Keeping the index right stands here and not in the program, so that no way of changing a place, a guide or a rating can
-- forget it. Each trigger sees all rows of a statement at once.

create function place_search_text(p places) returns text immutable language sql as $$
  select case when p.status = 'published' then concat_ws(' ', p.name, p.type, p.description, p.street) else '' end
$$;

create function search_place_changed() returns trigger language plpgsql as $$
declare ids bigint[]; added places[]; removed places[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into removed from old_rows o;
    delete from search_suggestions where kind = 'place' and slug in (select o.slug from old_rows o);
  else
    select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id
    where (n.slug, n.name, n.category_slug, n.type, n.neighborhood_slug, n.description, n.street, n.zip, n.quadrant, n.lat, n.lng,
        n.price_range, n.phone, n.website, n.hours, n.attributes, n.featured_rank, n.hub_rank, n.status)
      is distinct from (o.slug, o.name, o.category_slug, o.type, o.neighborhood_slug, o.description, o.street, o.zip, o.quadrant, o.lat, o.lng,
        o.price_range, o.phone, o.website, o.hours, o.attributes, o.featured_rank, o.hub_rank, o.status);
    delete from search_suggestions where kind = 'place'
      and slug in (select o.slug from unnest(removed) o join unnest(added) n on n.id = o.id where n.slug <> o.slug);
  end if;
  if added is null and removed is null then return null; end if;
  perform count_search_terms(array(select place_search_text(n) from unnest(added) n), array(select place_search_text(o) from unnest(removed) o));
  perform count_search_types(array(select n.type from unnest(added) n where n.status = 'published'), array(select o.type from unnest(removed) o where o.status = 'published'));
  select array_agg(n.id) into ids from unnest(added) n;
  if ids is not null then perform index_places(ids); end if;
  if tg_op = 'UPDATE' then
    perform index_guides(array(select distinct pp.post_id from post_places pp join unnest(added) n on n.id = pp.place_id join unnest(removed) o on o.id = n.id where n.name <> o.name));
  end if;
  return null;
end
$$;
create trigger search_places_inserted after insert on places referencing new table as new_rows
  for each statement execute function search_place_changed();
create trigger search_places_updated after update on places referencing old table as old_rows new table as new_rows
  for each statement execute function search_place_changed();
create trigger search_places_deleted after delete on places referencing old table as old_rows
  for each statement execute function search_place_changed();

create function search_rating_changed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'DELETE' then ids := array(select distinct place_id from old_rows);
  elsif tg_op = 'INSERT' then ids := array(select distinct place_id from new_rows);
  else ids := array(select place_id from new_rows union select place_id from old_rows);
  end if;
  if cardinality(ids) > 0 then perform weigh_places(ids); end if;
  return null;
end
$$;
-- The ratings change row by row within a statement on reviews; at its end each place is weighed once.
create trigger search_reviews_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_reviews_updated after update on reviews referencing old table as old_rows new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_reviews_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function search_rating_changed();
-- Ratings are only ever taken away by themselves, never made.
create trigger search_ratings_deleted after delete on place_ratings referencing old table as old_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_inserted after insert on saved_places referencing new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_updated after update on saved_places referencing old table as old_rows new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_deleted after delete on saved_places referencing old table as old_rows
  for each statement execute function search_rating_changed();

create function post_search_text(p posts) returns text immutable language sql as $$
  select case when p.status = 'published' then concat_ws(' ', p.title, p.excerpt, p.keywords::text, p.body) else '' end
$$;

create function search_post_changed() returns trigger language plpgsql as $$
declare added posts[]; removed posts[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then select array_agg(o) into removed from old_rows o;
  else select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id where n is distinct from o;
  end if;
  delete from search_suggestions where kind = 'guide' and slug in (
    select o.slug from unnest(removed) o where o.slug not in (select n.slug from unnest(added) n));
  perform count_search_terms(array(select post_search_text(n) from unnest(added) n), array(select post_search_text(o) from unnest(removed) o));
  if added is not null then perform index_guides(array(select n.id from unnest(added) n)); end if;
  return null;
end
$$;
create trigger search_posts_inserted after insert on posts referencing new table as new_rows
  for each statement execute function search_post_changed();
create trigger search_posts_updated after update on posts referencing old table as old_rows new table as new_rows
  for each statement execute function search_post_changed();
create trigger search_posts_deleted after delete on posts referencing old table as old_rows
  for each statement execute function search_post_changed();

create function search_post_place_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform index_guides(array(select distinct post_id from old_rows));
  elsif tg_op = 'INSERT' then perform index_guides(array(select distinct post_id from new_rows));
  else perform index_guides(array(select post_id from new_rows union select post_id from old_rows));
  end if;
  return null;
end
$$;
create trigger search_post_places_inserted after insert on post_places referencing new table as new_rows
  for each statement execute function search_post_place_changed();
create trigger search_post_places_updated after update on post_places referencing old table as old_rows new table as new_rows
  for each statement execute function search_post_place_changed();
create trigger search_post_places_deleted after delete on post_places referencing old table as old_rows
  for each statement execute function search_post_place_changed();

create function neighborhood_search_text(n neighborhoods) returns text immutable language sql as $$
  select concat_ws(' ', n.name, n.aka::text, n.summary)
$$;

create function search_neighborhood_changed() returns trigger language plpgsql as $$
declare renamed text[];
begin
  if tg_op = 'INSERT' then
    perform count_search_terms(array(select neighborhood_search_text(n) from new_rows n), '{}');
    perform index_neighborhoods(array(select slug from new_rows));
  elsif tg_op = 'DELETE' then
    perform count_search_terms('{}', array(select neighborhood_search_text(o) from old_rows o));
    delete from search_suggestions where kind = 'neighborhood' and slug in (select slug from old_rows);
  else
    perform count_search_terms(array(select neighborhood_search_text(n) from new_rows n), array(select neighborhood_search_text(o) from old_rows o));
    perform index_neighborhoods(array(select slug from new_rows));
    renamed := array(select n.slug from new_rows n join old_rows o on o.slug = n.slug where (n.name, n.aka) is distinct from (o.name, o.aka));
    perform index_places(array(select id from places where neighborhood_slug = any(renamed)));
    perform index_guides(array(select id from posts where neighborhood_slug = any(renamed)));
  end if;
  return null;
end
$$;
create trigger search_neighborhoods_inserted after insert on neighborhoods referencing new table as new_rows
  for each statement execute function search_neighborhood_changed();
create trigger search_neighborhoods_updated after update on neighborhoods referencing old table as old_rows new table as new_rows
  for each statement execute function search_neighborhood_changed();
create trigger search_neighborhoods_deleted after delete on neighborhoods referencing old table as old_rows
  for each statement execute function search_neighborhood_changed();

create function search_category_changed() returns trigger language plpgsql as $$
declare renamed text[];
begin
  if tg_op = 'INSERT' then perform index_categories(array(select slug from new_rows));
  elsif tg_op = 'DELETE' then delete from search_suggestions where kind = 'category' and slug in (select slug from old_rows);
  else
    renamed := array(select n.slug from new_rows n join old_rows o on o.slug = n.slug where n.name <> o.name);
    perform index_categories(renamed);
    perform index_places(array(select id from places where category_slug = any(renamed)));
    perform index_guides(array(select id from posts where category_slug = any(renamed)));
  end if;
  return null;
end
$$;
create trigger search_categories_inserted after insert on categories referencing new table as new_rows
  for each statement execute function search_category_changed();
create trigger search_categories_updated after update on categories referencing old table as old_rows new table as new_rows
  for each statement execute function search_category_changed();
create trigger search_categories_deleted after delete on categories referencing old table as old_rows
  for each statement execute function search_category_changed();

-- A database that has places already gets what the triggers would have written.
select count_search_terms(
  array(select place_search_text(p) from places p) || array(select post_search_text(p) from posts p)
    || array(select neighborhood_search_text(n) from neighborhoods n), '{}');
select count_search_types(array(select type from places where status = 'published'), '{}');
select index_categories(array(select slug from categories));
select index_neighborhoods(array(select slug from neighborhoods));
select index_places(array(select id from places));
select index_guides(array(select id from posts));
