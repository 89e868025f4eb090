-- The search index: its tables, and the functions and triggers that keep it current, whatever changes a place, a guide or a
-- rating. The program writes these tables only to rebuild them after the rules have changed.

-- Compares words without their accents.
create extension if not exists unaccent;
-- GiST indexes over a text and a position together.
create extension if not exists btree_gist;


-- Words ----------------------------------------------------------------------------------------------------------------

-- Text as it is compared: lower case, without accents. Apostrophes, periods and colons are dropped ("9:30" becomes "930");
-- everything else that is no letter or digit becomes a space.
create function search_plain(words text) returns text stable strict parallel safe language sql as $$
  select btrim(regexp_replace(regexp_replace(lower(unaccent(words)), '[''’.:]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- The distinct words of a text that spelling correction may use. Short words and numbers are never corrected.
create function search_words(words text) returns setof text stable parallel safe language sql as $$
  select distinct word from regexp_split_to_table(search_plain(words), ' ') as word
  where length(word) between 3 and 30 and word !~ '[0-9]'
$$;

-- One row per word in places, guides and neighborhoods. Misspelled words are corrected to one of them.
create table search_terms (
  term text primary key,
  -- The stem in the index; null for a stop word.
  stem text,
  -- The number of places, guides and neighborhoods with the word.
  entries integer not null
);
create index search_terms_similar on search_terms using gin (term gin_trgm_ops) with (fastupdate = off);
create index search_terms_by_stem on search_terms (stem);

-- Adds the words of the `added` texts to search_terms, and subtracts those of the `removed` texts.
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
  -- In one order, so that two writers wait for each other instead of deadlocking.
  insert into search_terms as known (term, stem, entries)
  select word, (tsvector_to_array(to_tsvector('english', word)))[1], step
  from changes left join search_terms old on old.term = word
  where coalesce(old.entries, 0) + step > 0
  order by word
  on conflict (term) do update set entries = known.entries + excluded.entries
$$;

-- The known words that look like a word, best first. Transposed letters share few trigrams, so the threshold is low; the
-- setting holds for this function alone. Sequential scans are off because the planner underestimates the cost of comparing
-- trigrams, and read all words: 15 ms instead of 2.
create function similar_search_terms(word text) returns table (term text, entries integer) stable language sql
set pg_trgm.similarity_threshold = 0.26 set enable_seqscan = off as $$
  select t.term, t.entries from search_terms t where t.term % word
  order by similarity(t.term, word) * ln(2 + t.entries) desc, t.term limit 30
$$;


-- Types and suggestions ------------------------------------------------------------------------------------------------

-- One row per type of published places, with their number: queries are matched with types without reading places.
create table search_types (
  type text primary key,
  places integer not null
);

-- As count_search_terms(), for search_types.
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

-- One row per suggestion: what typed letters may begin. A name has a row for each of its words, from that word on.
create table search_suggestions (
  kind text not null check (kind in ('place', 'guide', 'neighborhood', 'category')),
  slug text not null,
  -- Sorted by bytes, so that an index finds a prefix.
  words text collate "C" not null,
  label text not null,
  weight real not null,
  primary key (kind, slug, words)
);
-- The heaviest suggestions for one to four letters: among a million places, "geor" reads as few rows as "g".
create index search_suggestions_1 on search_suggestions (left(words, 1), weight desc);
create index search_suggestions_2 on search_suggestions (left(words, 2), weight desc);
create index search_suggestions_3 on search_suggestions (left(words, 3), weight desc);
create index search_suggestions_4 on search_suggestions (left(words, 4), weight desc);
-- For five letters and more. It includes all columns, because matching rows are next to each other in the index but
-- scattered in the table: up to four hundred pages would be read for them.
create index search_suggestions_words on search_suggestions (words) include (kind, slug, label, weight);

-- Writes the suggestions of the given entries; an entry with a null label loses them. The first word of a name outweighs the
-- others. Weights are rounded, so that a single review seldom changes one.
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


-- Places ---------------------------------------------------------------------------------------------------------------

-- Meters east and north of the center of the city; within the District, correct to 2 in 1,000. planar.ts has the same
-- numbers.
create function search_location(lat double precision, lng double precision) returns point immutable strict parallel safe language sql as $$
  select point((lng + 77.03) * 86537.5, (lat - 38.9) * 111195)
$$;

-- One row per distinct week of opening hours. Most places share theirs with others, and hours are half as long as all else
-- that ranking reads.
create table search_hours (
  id integer primary key generated always as identity,
  hours jsonb not null
);
create unique index search_hours_once on search_hours (md5(hours::text));

-- One row per published place with everything that ranking reads: a join with the place and its ratings would read four
-- pages per place, for up to a thousand places per search. The seven named not-null constraints have the names that
-- PostgreSQL once gave them.
create table place_search (
  place_id bigint constraint place_search_place_id_not_null1 not null,
  category_slug text constraint place_search_category_slug_not_null1 not null,
  location point,
  -- The mean of the stars, computed with five extra reviews of the usual mean.
  rating double precision constraint place_search_rating_not_null1 not null,
  saves integer constraint place_search_saves_not_null1 not null,
  -- Of the last four weeks, counted once a day.
  views integer default 0 constraint place_search_views_not_null1 not null,
  popularity double precision constraint place_search_popularity_not_null1 not null,
  -- The words, with weight A for the name, B for the type, category, neighborhood and street, and C for the description.
  -- Then, without positions, the filters: _c:category, _k:type, _n:neighborhood, _q:quadrant, _p:price, _a:attribute,
  -- _w:word for each word of the name, and _b1 to _b3 for the buckets. The words of the name are there because an index has
  -- no weights: a search for "street" and "food" in names would read a hundred thousand places that have both anywhere.
  doc tsvector constraint place_search_doc_not_null1 not null,
  name text not null,
  type text not null,
  neighborhood_slug text not null,
  price_range text,
  -- The hours for "open now"; null while a place is closed or reported closed.
  hours_id integer,
  attributes jsonb not null,
  lat double precision,
  lng double precision,
  featured_rank smallint,
  hub_rank smallint,
  -- The number of known facts.
  known_facts smallint not null,
  -- Whether somebody has written about the place; if not, it has a register's facts alone.
  is_described boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The numbers of reviews and the sums of their stars, demo reviews apart; null if there never was one.
  real_count integer,
  real_sum integer,
  demo_count integer,
  demo_sum integer,
  primary key (place_id),
  foreign key (place_id) references places on delete cascade
);
create index place_search_doc on place_search using gin (doc) with (fastupdate = off);
create index place_search_near on place_search using gist (category_slug, location);
-- The highest rated of all published places.
create index place_search_by_rating on place_search (rating desc, place_id);

-- A table that was never analyzed is planned for as if it had ten pages. These two are empty here; say so.
analyze place_search;
analyze search_hours;

-- Three rows: the buckets of the most popular places. A search for a common word reads the first bucket, and the next one only
-- if that gives too few results.
create table popularity_buckets (
  bucket smallint primary key,
  -- The number of places in it.
  size integer not null,
  -- Its places have a higher popularity than this; below zero, every place has.
  above double precision not null default -1
);
insert into popularity_buckets (bucket, size) values (1, 5000), (2, 50000), (3, 500000);

-- The buckets of a popularity, as they are written in place_search.doc.
create function popularity_bucket_lexemes(popularity double precision) returns text[] stable language sql as $$
  select coalesce(array_agg('_b' || bucket order by bucket), '{}') from popularity_buckets where popularity > above
$$;

-- The rating, saves, views and popularity of published places. `views` are those that refresh_search_views() counted.
create function search_place_scores(ids bigint[]) returns table (
  place_id bigint, rating double precision, saves integer, views integer, popularity double precision,
  real_count integer, real_sum integer, demo_count integer, demo_sum integer
) stable language sql as $$
  select p.id, r.rating, s.saves, v.views,
    r.rating + 0.3 * ln(1 + r.reviews) + 0.3 * ln(1 + s.saves) + 0.2 * ln(1 + v.views)
    + coalesce(1.0 / p.hub_rank, 1.0 / (p.featured_rank + 3), 0)
    + 0.02 * num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)
    + case when p.description = '' then 0 else 0.5 end
    -- Places with equal figures need some order: a bucket must not consist of a thousand equals.
    + (p.id * 7919 % 1000) / 100000.0,
    r.real_count, r.real_sum, r.demo_count, r.demo_sum
  from places p
  cross join lateral (
    select (20.0 + coalesce(sum(stars_sum), 0)) / (5 + coalesce(sum(review_count), 0)) as rating,
      coalesce(sum(review_count), 0) as reviews,
      (sum(review_count) filter (where not is_demo))::integer as real_count,
      (sum(stars_sum) filter (where not is_demo))::integer as real_sum,
      (sum(review_count) filter (where is_demo))::integer as demo_count,
      (sum(stars_sum) filter (where is_demo))::integer as demo_sum
    from place_ratings where place_ratings.place_id = p.id
  ) as r
  cross join lateral (select count(*)::integer as saves from saved_places where saved_places.place_id = p.id) as s
  cross join lateral (
    select coalesce((select k.views from place_search k where k.place_id = p.id), 0) as views
  ) as v
  where p.id = any(ids) and p.status = 'published'
$$;

-- The hours of a place that count for "open now": none while it is closed or reported closed.
create function search_hours_of(p places) returns jsonb immutable language sql as $$
  select case when p.closure is null then p.hours end
$$;

-- Adds the hours of the given places to search_hours. A rebuild deletes hours that no place uses. The shared lock keeps it
-- from deleting a week that another transaction has just found here: that place would have no hours in searches.
create function add_search_hours(ids bigint[]) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('search-hours', 0));
  -- In one order, so that two writers wait for each other instead of deadlocking.
  insert into search_hours (hours)
  select distinct on (md5(each.hours::text)) each.hours
  from (select search_hours_of(p) as hours from places p where p.id = any(ids) and p.status = 'published') as each
  where each.hours is not null and not exists (select from search_hours h where md5(h.hours::text) = md5(each.hours::text))
  order by md5(each.hours::text)
  on conflict do nothing
$$;

-- The rows of place_search as they should be.
create function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector,
  name text, type text, neighborhood_slug text, price_range text, hours_id integer, attributes jsonb,
  lat double precision, lng double precision, featured_rank smallint, hub_rank smallint, known_facts smallint, is_described boolean,
  created_at timestamptz, updated_at timestamptz,
  real_count integer, real_sum integer, demo_count integer, demo_sum integer
) stable language sql as $$
  select p.id, p.category_slug, search_location(p.lat, p.lng), f.rating, f.saves, f.views, f.popularity,
    called.words
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
    || setweight(to_tsvector('english', unaccent(p.description)), 'C')
    || array_to_tsvector(
      array['_c:' || p.category_slug, '_k:' || p.type, '_n:' || p.neighborhood_slug]
      || case when p.quadrant is null then '{}' else array['_q:' || p.quadrant] end
      || case when p.price_range is null then '{}' else array['_p:' || p.price_range] end
      || array(select '_a:' || each.key from jsonb_each(p.attributes) as each where each.value = 'true')
      || array(select '_w:' || word from unnest(tsvector_to_array(called.words)) as word)
      || popularity_bucket_lexemes(f.popularity)),
    p.name, p.type, p.neighborhood_slug, p.price_range,
    (select h.id from search_hours h where md5(h.hours::text) = md5(search_hours_of(p)::text)), p.attributes,
    p.lat, p.lng, p.featured_rank, p.hub_rank,
    num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)::smallint,
    p.description <> '',
    p.created_at, p.updated_at, f.real_count, f.real_sum, f.demo_count, f.demo_sum
  from search_place_scores(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
  cross join lateral (select setweight(to_tsvector('english', unaccent(p.name)), 'A') as words) as called
$$;

-- Writes the rows and suggestions of the given places, and deletes those of places that are not published.
create function index_places(ids bigint[]) returns void language sql as $$
  select add_search_hours(ids);
  insert into place_search as known (place_id, category_slug, location, rating, saves, views, popularity, doc,
    name, type, neighborhood_slug, price_range, hours_id, attributes, lat, lng, featured_rank, hub_rank, known_facts,
    is_described, created_at, updated_at, real_count, real_sum, demo_count, demo_sum)
  select r.place_id, r.category_slug, r.location, r.rating, r.saves, r.views, r.popularity, r.doc,
    r.name, r.type, r.neighborhood_slug, r.price_range, r.hours_id, r.attributes, r.lat, r.lng, r.featured_rank, r.hub_rank,
    r.known_facts, r.is_described, r.created_at, r.updated_at, r.real_count, r.real_sum, r.demo_count, r.demo_sum
  from search_place_rows(ids) r
  on conflict (place_id) do update set category_slug = excluded.category_slug, location = excluded.location,
    rating = excluded.rating, saves = excluded.saves, popularity = excluded.popularity, doc = excluded.doc,
    name = excluded.name, type = excluded.type, neighborhood_slug = excluded.neighborhood_slug,
    price_range = excluded.price_range, hours_id = excluded.hours_id, attributes = excluded.attributes,
    lat = excluded.lat, lng = excluded.lng, featured_rank = excluded.featured_rank, hub_rank = excluded.hub_rank,
    known_facts = excluded.known_facts, is_described = excluded.is_described, created_at = excluded.created_at, updated_at = excluded.updated_at,
    real_count = excluded.real_count, real_sum = excluded.real_sum, demo_count = excluded.demo_count, demo_sum = excluded.demo_sum
    where (known.category_slug, known.location::text, known.rating, known.saves, known.popularity, known.doc,
        known.name, known.type, known.neighborhood_slug, known.price_range, known.hours_id, known.attributes,
        known.lat, known.lng, known.featured_rank, known.hub_rank, known.known_facts, known.is_described, known.created_at, known.updated_at,
        known.real_count, known.real_sum, known.demo_count, known.demo_sum)
      is distinct from (excluded.category_slug, excluded.location::text, excluded.rating, excluded.saves, excluded.popularity, excluded.doc,
        excluded.name, excluded.type, excluded.neighborhood_slug, excluded.price_range, excluded.hours_id, excluded.attributes,
        excluded.lat, excluded.lng, excluded.featured_rank, excluded.hub_rank, excluded.known_facts, excluded.is_described, excluded.created_at, excluded.updated_at,
        excluded.real_count, excluded.real_sum, excluded.demo_count, excluded.demo_sum);
  delete from place_search using places p where p.id = place_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('place', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.name end order by p.id), array_agg(s.popularity order by p.id))
  from places p left join place_search s on s.place_id = p.id where p.id = any(ids);
$$;

-- Updates the figures of the given places after a review, a save or the daily count of views: the words stay, and the bucket
-- seldom changes. The rows are locked in one order first: without that, two members who saved the same place at the same
-- moment each counted without the other, and sometimes deadlocked.
create function refresh_place_scores(ids bigint[]) returns void language sql as $$
  -- The next statement sees what the previous holder of the locks wrote.
  select from place_search where place_id = any(ids) order by place_id for no key update;
  with before as (
    select place_id, popularity from place_search where place_id = any(ids)
  ), fresh as (
    select * from search_place_scores(array(select place_id from before))
  ), moved as (
    update place_search as known set rating = fresh.rating, saves = fresh.saves, popularity = fresh.popularity,
      real_count = fresh.real_count, real_sum = fresh.real_sum, demo_count = fresh.demo_count, demo_sum = fresh.demo_sum,
      doc = case when popularity_bucket_lexemes(known.popularity) = popularity_bucket_lexemes(fresh.popularity) then known.doc
        else ts_delete(known.doc, array['_b1', '_b2', '_b3']) || array_to_tsvector(popularity_bucket_lexemes(fresh.popularity)) end
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

-- Counts the views of the last four weeks, once a day, because views change too often to rank a place at each of them. Views
-- that came from a slot are left out: no campaign moves a place up a list.
create function refresh_search_views(today date) returns void language plpgsql as $$
declare ids bigint[];
begin
  with followed as (
    select c.place_id, count(*) as clicks
    from sponsored_clicks k join campaigns c on c.id = k.campaign_id
    where c.place_id is not null and k.day between today - 28 and today - 1
    group by c.place_id
  ), counted as (
    select p.id, greatest(coalesce(sum(d.views), 0) - coalesce(max(f.clicks), 0), 0)::integer as views
    from places p join place_search s on s.place_id = p.id
    left join daily_views d on d.subject = 'place' and d.key = p.slug and d.day between today - 28 and today - 1
    left join followed f on f.place_id = p.id
    group by p.id
  ), moved as (
    update place_search set views = counted.views from counted
    where counted.id = place_search.place_id and counted.views <> place_search.views
    returning place_search.place_id
  )
  select array_agg(place_id) into ids from moved;
  perform refresh_place_scores(ids);
end
$$;

-- Computes where each bucket begins, and corrects the buckets of the places that moved. Runs once a day.
create function update_popularity_buckets() returns void language sql as $$
  update popularity_buckets set above = coalesce(
    (select popularity from place_search order by popularity desc offset popularity_buckets.size limit 1), -1)
  where bucket > 0;
  update place_search set doc = ts_delete(doc, array['_b1', '_b2', '_b3']) || array_to_tsvector(popularity_bucket_lexemes(popularity))
  where popularity_bucket_lexemes(popularity)
    is distinct from array(select '_b' || bucket from popularity_buckets where doc @@ ('_b' || bucket)::tsquery order by bucket);
$$;

-- The words of a published place for search_terms.
create function place_search_text(p places) returns text immutable language sql as $$
  select case when p.status = 'published' then concat_ws(' ', p.name, p.type, p.description, p.street) else '' end
$$;


-- Guides, neighborhoods and categories ---------------------------------------------------------------------------------

-- One row per published guide.
create table post_search (
  post_id bigint primary key references posts on delete cascade,
  doc tsvector not null
);
create index post_search_doc on post_search using gin (doc) with (fastupdate = off);

-- One row per neighborhood.
create table neighborhood_search (
  neighborhood_slug text primary key references neighborhoods on delete cascade,
  doc tsvector not null
);
create index neighborhood_search_doc on neighborhood_search using gin (doc) with (fastupdate = off);

-- Writes the rows and suggestions of the given guides. The text of a guide for members is not indexed: finding a guide by a
-- word would reveal that the word is in it.
create function index_guides(ids bigint[]) returns void language sql as $$
  insert into post_search as known (post_id, doc)
  select p.id,
    setweight(to_tsvector('english', unaccent(p.title)), 'A')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', array_to_string(p.keywords, ' '), c.name, n.name, p.excerpt))), 'B')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', case p.access when 'everyone' then p.body end, t.texts))), 'C')
  from posts p
  join categories c on c.slug = p.category_slug
  left join neighborhoods n on n.slug = p.neighborhood_slug
  left join lateral (
    select string_agg(concat_ws(' ', q.name, pp.reason), ' ' order by pp.position) as texts
    from post_places pp join places q on q.id = pp.place_id where pp.post_id = p.id and p.access = 'everyone'
  ) t on true
  where p.id = any(ids) and p.status = 'published'
  on conflict (post_id) do update set doc = excluded.doc where known.doc is distinct from excluded.doc;
  delete from post_search using posts p where p.id = post_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('guide', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.title end order by p.id), array_agg(6.0::double precision))
  from posts p where p.id = any(ids);
$$;

-- The words of a published guide for search_terms, without the text of a guide for members.
create function post_search_text(p posts) returns text immutable language sql as $$
  select case when p.status = 'published'
    then concat_ws(' ', p.title, p.excerpt, p.keywords::text, case p.access when 'everyone' then p.body end) else '' end
$$;

-- Writes the rows and suggestions of the given neighborhoods.
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

-- The words of a neighborhood for search_terms.
create function neighborhood_search_text(n neighborhoods) returns text immutable language sql as $$
  select concat_ws(' ', n.name, n.aka::text, n.summary)
$$;

-- Writes the suggestions of the given categories, which come before all others.
create function index_categories(slugs text[]) returns void language sql as $$
  select write_search_suggestions('category', array_agg(c.slug order by c.slug), array_agg(c.name order by c.slug),
    array_agg(30.0::double precision))
  from categories c where c.slug = any(slugs);
$$;


-- Triggers -------------------------------------------------------------------------------------------------------------
-- Each runs once per statement and sees all its rows.

-- After a change of places: their words, types, rows and suggestions, and the guides that name a renamed place. Only the
-- columns that search reads count as a change.
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
        n.price_range, n.phone, n.website, n.hours, n.attributes, n.featured_rank, n.hub_rank, n.status, n.closure, n.created_at, n.updated_at)
      is distinct from (o.slug, o.name, o.category_slug, o.type, o.neighborhood_slug, o.description, o.street, o.zip, o.quadrant, o.lat, o.lng,
        o.price_range, o.phone, o.website, o.hours, o.attributes, o.featured_rank, o.hub_rank, o.status, o.closure, o.created_at, o.updated_at);
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

-- After a change of reviews, ratings or saves: the figures of their places. The trigger of reviews changes place_ratings row
-- by row within the statement; at its end each place is updated once.
create function search_rating_changed() returns trigger language plpgsql as $$
declare ids bigint[];
begin
  if tg_op = 'DELETE' then ids := array(select distinct place_id from old_rows);
  elsif tg_op = 'INSERT' then ids := array(select distinct place_id from new_rows);
  else ids := array(select place_id from new_rows union select place_id from old_rows);
  end if;
  if cardinality(ids) > 0 then perform refresh_place_scores(ids); end if;
  return null;
end
$$;
create trigger search_reviews_inserted after insert on reviews referencing new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_reviews_updated after update on reviews referencing old table as old_rows new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_reviews_deleted after delete on reviews referencing old table as old_rows
  for each statement execute function search_rating_changed();
-- Ratings change with reviews, except that clearing the demo data deletes them by themselves too.
create trigger search_ratings_deleted after delete on place_ratings referencing old table as old_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_inserted after insert on saved_places referencing new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_updated after update on saved_places referencing old table as old_rows new table as new_rows
  for each statement execute function search_rating_changed();
create trigger search_saves_deleted after delete on saved_places referencing old table as old_rows
  for each statement execute function search_rating_changed();

-- After a change of guides: their words, rows and suggestions.
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

-- After a change of the places that a guide names: the guide's row.
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

-- After a change of neighborhoods: their words, rows and suggestions, and the places and guides of a renamed one.
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

-- After a change of categories: their suggestions, and the places and guides of a renamed one.
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


-- The order of foreign keys --------------------------------------------------------------------------------------------
-- PostgreSQL checks and follows the foreign keys of a row in the order in which they were created. This matters where a
-- deletion fires triggers that change other rows: deleting an account must clear place_photos.uploaded_by before it deletes
-- the account's submissions, whose trigger updates the same photos. The foreign keys below are created again in the order
-- that deletions follow; those not listed are in order already. A foreign key of a later migration comes last.
do $$
declare
  each record;
begin
  for each in
    select k.conrelid::regclass as owner, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from unnest(array[
      'users_neighborhood_slug_fkey', 'saved_places_user_id_fkey', 'saved_places_place_id_fkey',
      'saved_guides_user_id_fkey', 'saved_guides_post_id_fkey', 'lists_owner_id_fkey', 'list_entries_place_id_fkey',
      'sessions_user_id_fkey', 'identities_user_id_fkey', 'review_browsers_user_id_fkey', 'review_votes_user_id_fkey',
      'review_reports_reporter_id_fkey', 'moderation_cases_review_id_fkey', 'moderation_cases_decided_by_fkey',
      'notifications_user_id_fkey', 'places_successor_id_fkey', 'moderation_cases_place_id_fkey',
      'place_changes_place_id_fkey', 'place_changes_changed_by_fkey', 'place_changes_case_id_fkey',
      'corrections_case_id_fkey', 'corrections_place_id_fkey', 'corrections_other_place_id_fkey',
      'corrections_reporter_id_fkey', 'fact_confirmations_place_id_fkey', 'fact_confirmations_user_id_fkey',
      'member_pictures_user_id_fkey', 'lists_copied_from_fkey', 'pick_dismissals_user_id_fkey',
      'pick_dismissals_place_id_fkey', 'customers_user_id_fkey', 'refunds_user_id_fkey',
      'sandbox_objects_user_id_fkey', 'mails_user_id_fkey', 'editor_questions_asker_id_fkey',
      'editor_questions_answered_by_fkey', 'review_replies_review_id_fkey', 'review_replies_author_id_fkey',
      'lists_named_by_fkey', 'place_owners_place_id_fkey', 'place_owners_user_id_fkey', 'place_owners_added_by_fkey',
      'place_photos_place_id_fkey', 'place_photos_uploaded_by_fkey', 'place_photo_reports_reporter_id_fkey',
      'moderation_cases_photo_id_fkey', 'place_claims_place_id_fkey', 'place_claims_claimer_id_fkey',
      'place_claims_case_id_fkey', 'place_invitations_place_id_fkey', 'place_invitations_invited_by_fkey',
      'submissions_submitter_id_fkey', 'submissions_place_id_fkey', 'submission_drafts_user_id_fkey',
      'moderation_cases_submission_id_fkey', 'owner_edits_case_id_fkey', 'owner_edits_place_id_fkey',
      'owner_edits_user_id_fkey', 'daily_place_stats_place_id_fkey', 'monthly_place_stats_place_id_fkey', 'daily_place_terms_place_id_fkey',
      'campaigns_place_id_fkey', 'campaigns_bought_by_fkey', 'campaign_refunds_user_id_fkey',
      'moderation_cases_campaign_id_fkey', 'orphaned_customers_user_id_fkey', 'audit_entries_actor_id_fkey',
      'post_slugs_post_id_fkey', 'guide_drafts_post_id_fkey', 'guide_drafts_saved_by_fkey', 'guide_previews_post_id_fkey',
      'guide_revisions_post_id_fkey', 'guide_revisions_saved_by_fkey', 'guide_editor_sessions_post_id_fkey',
      'guide_editor_sessions_user_id_fkey', 'guide_pictures_uploaded_by_fkey', 'import_records_candidate_id_fkey',
      'import_records_duplicate_record_id_fkey', 'import_records_place_id_fkey', 'source_records_place_id_fkey',
      'place_merges_surviving_place_id_fkey', 'place_merges_merged_place_id_fkey', 'mails_body_id_fkey',
      'newsletter_subscribers_user_id_fkey', 'newsletter_items_guide_id_fkey', 'newsletter_items_place_id_fkey',
      'contact_messages_user_id_fkey', 'contact_messages_assigned_to_fkey', 'contact_replies_written_by_fkey',
      'campaign_checkouts_user_id_fkey', 'campaign_checkouts_place_id_fkey', 'campaign_refunds_place_id_fkey',
      'moderation_cases_assigned_to_fkey', 'moderation_decisions_case_id_fkey', 'notifications_case_id_fkey',
      'operation_runs_requested_by_fkey', 'daily_sponsored_stats_campaign_id_fkey', 'post_coauthors_post_id_fkey',
      'post_coauthors_author_slug_fkey', 'posts_author_slug_fkey', 'authors_user_id_fkey',
      'place_questions_place_id_fkey', 'place_questions_asker_id_fkey', 'place_answers_author_id_fkey',
      'place_question_reports_reporter_id_fkey', 'recent_content_deletions_user_id_fkey', 'recent_content_deletions_place_id_fkey',
      'moderation_cases_question_id_fkey', 'moderation_cases_answer_id_fkey', 'place_search_place_id_fkey',
      'place_photos_submission_id_fkey'
    ]) with ordinality as listed (name, place)
    join pg_constraint k on k.conname = listed.name and k.contype = 'f' and k.connamespace = 'public'::regnamespace
    order by listed.place
  loop
    execute format('alter table %s drop constraint %I', each.owner, each.name);
    execute format('alter table %s add constraint %I %s', each.owner, each.name, each.definition);
  end loop;
end
$$;
