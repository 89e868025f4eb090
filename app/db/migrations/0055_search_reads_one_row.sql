-- To weigh a place its row of place_search was joined with the place and with both of its ratings: four trees to descend and
-- four pages to read, for up to a thousand places a search. All that weighing needs stands in the one row now.

-- Most places share their hours with others, and they are half as long as all else that is weighed: each week stands here once.
create table search_hours (
  id integer primary key generated always as identity,
  hours jsonb not null
);
create unique index search_hours_once on search_hours (md5(hours::text));

-- A table of its own, written once: rows changed in place would leave their old versions in it and in its indexes, which would be
-- twice as long for ever.
alter table place_search rename to place_search_before;
create table place_search (
  place_id bigint not null,
  category_slug text not null,
  location point,
  -- The mean of stars, as if five more reviews of the usual mean had been written.
  rating double precision not null,
  saves integer not null,
  -- Of the last four weeks, counted once a day.
  views integer not null default 0,
  popularity double precision not null,
  doc tsvector not null,
  name text not null,
  type text not null,
  neighborhood_slug text not null,
  price_range text,
  -- The hours that count for "open now": null while a place is closed, or reported to be.
  hours_id integer,
  attributes jsonb not null,
  lat double precision,
  lng double precision,
  featured_rank smallint,
  hub_rank smallint,
  -- Fields that a source vouches for.
  known_facts smallint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Reviews and the sum of their stars, invented ones apart; null where there never was one.
  real_count integer,
  real_sum integer,
  demo_count integer,
  demo_sum integer
);

drop function search_place_figures(bigint[]);
create function search_place_figures(ids bigint[]) returns table (
  place_id bigint, rating double precision, saves integer, views integer, popularity double precision,
  real_count integer, real_sum integer, demo_count integer, demo_sum integer
) stable language sql as $$
  select p.id, r.rating, s.saves, v.views,
    r.rating + 0.3 * ln(1 + r.reviews) + 0.3 * ln(1 + s.saves) + 0.2 * ln(1 + v.views)
    + coalesce(1.0 / p.hub_rank, 1.0 / (p.featured_rank + 3), 0)
    + 0.02 * num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)
    -- Among equals any order will do, but there must be one: a tier of a thousand equals would be no tier.
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

-- The hours that count of a place, as they are kept once.
create function search_hours_of(p places) returns jsonb immutable language sql as $$
  select case when p.closure is null then p.hours end
$$;

create function keep_search_hours(ids bigint[]) returns void language sql as $$
  -- In one order, so that two that write at once wait for each other instead of dying.
  insert into search_hours (hours)
  select distinct on (md5(each.hours::text)) each.hours
  from (select search_hours_of(p) as hours from places p where p.id = any(ids) and p.status = 'published') as each
  where each.hours is not null and not exists (select from search_hours h where md5(h.hours::text) = md5(each.hours::text))
  order by md5(each.hours::text)
  on conflict do nothing
$$;

drop function search_place_rows(bigint[]);
create function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector,
  name text, type text, neighborhood_slug text, price_range text, hours_id integer, attributes jsonb,
  lat double precision, lng double precision, featured_rank smallint, hub_rank smallint, known_facts smallint,
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
      || search_tier_lexemes(f.popularity)),
    p.name, p.type, p.neighborhood_slug, p.price_range,
    (select h.id from search_hours h where md5(h.hours::text) = md5(search_hours_of(p)::text)), p.attributes,
    p.lat, p.lng, p.featured_rank, p.hub_rank,
    num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)::smallint,
    p.created_at, p.updated_at, f.real_count, f.real_sum, f.demo_count, f.demo_sum
  from search_place_figures(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
  cross join lateral (select setweight(to_tsvector('english', unaccent(p.name)), 'A') as words) as called
$$;

create or replace function index_places(ids bigint[]) returns void language sql as $$
  select keep_search_hours(ids);
  insert into place_search as known (place_id, category_slug, location, rating, saves, views, popularity, doc,
    name, type, neighborhood_slug, price_range, hours_id, attributes, lat, lng, featured_rank, hub_rank, known_facts,
    created_at, updated_at, real_count, real_sum, demo_count, demo_sum)
  select r.place_id, r.category_slug, r.location, r.rating, r.saves, r.views, r.popularity, r.doc,
    r.name, r.type, r.neighborhood_slug, r.price_range, r.hours_id, r.attributes, r.lat, r.lng, r.featured_rank, r.hub_rank,
    r.known_facts, r.created_at, r.updated_at, r.real_count, r.real_sum, r.demo_count, r.demo_sum
  from search_place_rows(ids) r
  on conflict (place_id) do update set category_slug = excluded.category_slug, location = excluded.location,
    rating = excluded.rating, saves = excluded.saves, popularity = excluded.popularity, doc = excluded.doc,
    name = excluded.name, type = excluded.type, neighborhood_slug = excluded.neighborhood_slug,
    price_range = excluded.price_range, hours_id = excluded.hours_id, attributes = excluded.attributes,
    lat = excluded.lat, lng = excluded.lng, featured_rank = excluded.featured_rank, hub_rank = excluded.hub_rank,
    known_facts = excluded.known_facts, created_at = excluded.created_at, updated_at = excluded.updated_at,
    real_count = excluded.real_count, real_sum = excluded.real_sum, demo_count = excluded.demo_count, demo_sum = excluded.demo_sum
    where (known.category_slug, known.location::text, known.rating, known.saves, known.popularity, known.doc,
        known.name, known.type, known.neighborhood_slug, known.price_range, known.hours_id, known.attributes,
        known.lat, known.lng, known.featured_rank, known.hub_rank, known.known_facts, known.created_at, known.updated_at,
        known.real_count, known.real_sum, known.demo_count, known.demo_sum)
      is distinct from (excluded.category_slug, excluded.location::text, excluded.rating, excluded.saves, excluded.popularity, excluded.doc,
        excluded.name, excluded.type, excluded.neighborhood_slug, excluded.price_range, excluded.hours_id, excluded.attributes,
        excluded.lat, excluded.lng, excluded.featured_rank, excluded.hub_rank, excluded.known_facts, excluded.created_at, excluded.updated_at,
        excluded.real_count, excluded.real_sum, excluded.demo_count, excluded.demo_sum);
  delete from place_search using places p where p.id = place_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('place', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.name end order by p.id), array_agg(s.popularity order by p.id))
  from places p left join place_search s on s.place_id = p.id where p.id = any(ids);
$$;

create or replace function weigh_places(ids bigint[]) returns void language sql as $$
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

-- As before; what is weighed without being a word (when it came and was changed, whether it is closed) is watched as well.
create or replace function search_place_changed() returns trigger language plpgsql as $$
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

-- What the rows would hold had they been written so; the words are as they were.
select keep_search_hours(array(select place_id from place_search_before));
insert into place_search (place_id, category_slug, location, rating, saves, views, popularity, doc,
  name, type, neighborhood_slug, price_range, hours_id, attributes, lat, lng, featured_rank, hub_rank, known_facts,
  created_at, updated_at, real_count, real_sum, demo_count, demo_sum)
select b.place_id, b.category_slug, b.location, b.rating, b.saves, b.views, b.popularity, b.doc,
  p.name, p.type, p.neighborhood_slug, p.price_range,
  (select h.id from search_hours h where md5(h.hours::text) = md5(search_hours_of(p)::text)), p.attributes,
  p.lat, p.lng, p.featured_rank, p.hub_rank,
  num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range),
  p.created_at, p.updated_at, r.review_count, r.stars_sum, d.review_count, d.stars_sum
from place_search_before b
join places p on p.id = b.place_id
left join place_ratings r on r.place_id = p.id and not r.is_demo
left join place_ratings d on d.place_id = p.id and d.is_demo
order by b.place_id;
drop table place_search_before;

alter table place_search add primary key (place_id);
alter table place_search add foreign key (place_id) references places on delete cascade;
create index place_search_doc on place_search using gin (doc) with (fastupdate = off);
create index place_search_near on place_search using gist (category_slug, location);
create index place_search_by_rating on place_search (rating desc, place_id);
