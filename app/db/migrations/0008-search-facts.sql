-- Search tells what a place is from what its description mentions: the words of its name, type, whereabouts, first line and of
-- what public guides say of it count as facts. It also knows which places are closed for now.

alter table place_search add column is_closed boolean default false not null;
alter table place_search alter column is_closed drop default;

-- What public guides say of a place. The text of a guide for members is not indexed: finding a place by a word would reveal that
-- the word is in it.
create function guide_reasons(of_place bigint) returns text stable language sql as $$
  select string_agg(pp.reason, ' ' order by pp.post_id)
  from post_places pp join posts q on q.id = pp.post_id
  where pp.place_id = of_place and q.status = 'published' and q.access = 'everyone'
$$;

-- The name in a website's address, which often is what people call the place: "nmaahc" of https://nmaahc.si.edu.
create function site_name(website text) returns text immutable language sql as $$
  select substring(website from '^https?://(?:www\.)?([a-z0-9]+)\.')
$$;

-- The rows of place_search as they should be. The words of `doc` have weight A in the name, B in the type, category, neighborhood
-- and street, C in the first line, in guides and in the website's name, D in the description. The lexemes are those of 0006-search.sql, _x:attribute
-- for what a place is known not to have, and _f:word for each word of weight A to C: a search for facts by weight would read every
-- place that has the word anywhere.
drop function search_place_rows(bigint[]);
create function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector,
  name text, type text, neighborhood_slug text, price_range text, hours_id integer, is_closed boolean, attributes jsonb,
  lat double precision, lng double precision, featured_rank smallint, hub_rank smallint, known_facts smallint, is_described boolean,
  created_at timestamptz, updated_at timestamptz,
  real_count integer, real_sum integer, demo_count integer, demo_sum integer
) stable language sql as $$
  select p.id, p.category_slug, search_location(p.lat, p.lng), f.rating, f.saves, f.views, f.popularity,
    facts.words
    || setweight(to_tsvector('english', unaccent(p.description)), 'D')
    || array_to_tsvector(
      array['_c:' || p.category_slug, '_k:' || p.type, '_n:' || p.neighborhood_slug]
      || case when p.quadrant is null then '{}' else array['_q:' || p.quadrant] end
      || case when p.price_range is null then '{}' else array['_p:' || p.price_range] end
      || array(select case each.value when 'true' then '_a:' else '_x:' end || each.key from jsonb_each(p.attributes) as each
        where each.value in ('true', 'false'))
      || array(select '_w:' || word from unnest(tsvector_to_array(called.words)) as word)
      || array(select '_f:' || word from unnest(tsvector_to_array(facts.words)) as word)
      || popularity_bucket_lexemes(f.popularity)),
    p.name, p.type, p.neighborhood_slug, p.price_range,
    (select h.id from search_hours h where md5(h.hours::text) = md5(search_hours_of(p)::text)), p.closure is not null, p.attributes,
    p.lat, p.lng, p.featured_rank, p.hub_rank,
    num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)::smallint,
    p.description <> '',
    p.created_at, p.updated_at, f.real_count, f.real_sum, f.demo_count, f.demo_sum
  from search_place_scores(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
  cross join lateral (select setweight(to_tsvector('english', unaccent(p.name)), 'A') as words) as called
  cross join lateral (
    select called.words
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.summary, guide_reasons(p.id), site_name(p.website)))), 'C') as words
  ) as facts
$$;

create or replace function index_places(ids bigint[]) returns void language sql as $$
  select add_search_hours(ids);
  insert into place_search as known (place_id, category_slug, location, rating, saves, views, popularity, doc,
    name, type, neighborhood_slug, price_range, hours_id, is_closed, attributes, lat, lng, featured_rank, hub_rank, known_facts,
    is_described, created_at, updated_at, real_count, real_sum, demo_count, demo_sum)
  select r.place_id, r.category_slug, r.location, r.rating, r.saves, r.views, r.popularity, r.doc,
    r.name, r.type, r.neighborhood_slug, r.price_range, r.hours_id, r.is_closed, r.attributes, r.lat, r.lng, r.featured_rank, r.hub_rank,
    r.known_facts, r.is_described, r.created_at, r.updated_at, r.real_count, r.real_sum, r.demo_count, r.demo_sum
  from search_place_rows(ids) r order by r.place_id
  on conflict (place_id) do update set category_slug = excluded.category_slug, location = excluded.location,
    rating = excluded.rating, saves = excluded.saves, popularity = excluded.popularity, doc = excluded.doc,
    name = excluded.name, type = excluded.type, neighborhood_slug = excluded.neighborhood_slug,
    price_range = excluded.price_range, hours_id = excluded.hours_id, is_closed = excluded.is_closed, attributes = excluded.attributes,
    lat = excluded.lat, lng = excluded.lng, featured_rank = excluded.featured_rank, hub_rank = excluded.hub_rank,
    known_facts = excluded.known_facts, is_described = excluded.is_described, created_at = excluded.created_at, updated_at = excluded.updated_at,
    real_count = excluded.real_count, real_sum = excluded.real_sum, demo_count = excluded.demo_count, demo_sum = excluded.demo_sum
    where (known.category_slug, known.location::text, known.rating, known.saves, known.popularity, known.doc,
        known.name, known.type, known.neighborhood_slug, known.price_range, known.hours_id, known.is_closed, known.attributes,
        known.lat, known.lng, known.featured_rank, known.hub_rank, known.known_facts, known.is_described, known.created_at, known.updated_at,
        known.real_count, known.real_sum, known.demo_count, known.demo_sum)
      is distinct from (excluded.category_slug, excluded.location::text, excluded.rating, excluded.saves, excluded.popularity, excluded.doc,
        excluded.name, excluded.type, excluded.neighborhood_slug, excluded.price_range, excluded.hours_id, excluded.is_closed, excluded.attributes,
        excluded.lat, excluded.lng, excluded.featured_rank, excluded.hub_rank, excluded.known_facts, excluded.is_described, excluded.created_at, excluded.updated_at,
        excluded.real_count, excluded.real_sum, excluded.demo_count, excluded.demo_sum);
  delete from place_search using places p where p.id = place_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('place', array_agg(p.slug order by p.id),
    array_agg(case when p.status = 'published' then p.name end order by p.id), array_agg(s.popularity order by p.id))
  from places p left join place_search s on s.place_id = p.id where p.id = any(ids);
$$;

-- As before, but the first line counts as a change.
create or replace function search_place_changed() returns trigger language plpgsql as $$
declare ids bigint[]; added places[]; removed places[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into removed from old_rows o;
    delete from search_suggestions where kind = 'place' and slug in (select o.slug from old_rows o);
  else
    select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id
    where (n.slug, n.name, n.category_slug, n.type, n.neighborhood_slug, n.summary, n.description, n.street, n.zip, n.quadrant, n.lat, n.lng,
        n.price_range, n.phone, n.website, n.hours, n.attributes, n.featured_rank, n.hub_rank, n.status, n.closure, n.created_at, n.updated_at)
      is distinct from (o.slug, o.name, o.category_slug, o.type, o.neighborhood_slug, o.summary, o.description, o.street, o.zip, o.quadrant, o.lat, o.lng,
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

-- As before, with other weights: A for the title up to a colon or comma, B for the keywords, C for the rest of the title and what the
-- guide is about, D for its text.
create or replace function index_guides(ids bigint[]) returns void language sql as $$
  insert into post_search as known (post_id, doc)
  select p.id,
    setweight(to_tsvector('english', unaccent(regexp_replace(p.title, '[:,].*', ''))), 'A')
    || setweight(to_tsvector('english', unaccent(array_to_string(p.keywords, ' '))), 'B')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', substring(p.title from '[:,].*'), c.name, n.name, p.excerpt))), 'C')
    || setweight(to_tsvector('english', unaccent(concat_ws(' ', case p.access when 'everyone' then p.body end, t.texts))), 'D')
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

-- As before, and the places of a guide that was published, withdrawn, or opened to everyone or to members alone.
create or replace function search_post_changed() returns trigger language plpgsql as $$
declare added posts[]; removed posts[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then select array_agg(o) into removed from old_rows o;
  else
    select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id where n is distinct from o;
    perform index_places(array(select distinct pp.place_id from unnest(added) n join unnest(removed) o on o.id = n.id
      join post_places pp on pp.post_id = n.id where (n.status, n.access) is distinct from (o.status, o.access)));
  end if;
  delete from search_suggestions where kind = 'guide' and slug in (
    select o.slug from unnest(removed) o where o.slug not in (select n.slug from unnest(added) n));
  perform count_search_terms(array(select post_search_text(n) from unnest(added) n), array(select post_search_text(o) from unnest(removed) o));
  if added is not null then perform index_guides(array(select n.id from unnest(added) n)); end if;
  return null;
end
$$;

-- As before, and the rows of the places.
create or replace function search_post_place_changed() returns trigger language plpgsql as $$
declare guide_ids bigint[]; place_ids bigint[];
begin
  if tg_op = 'DELETE' then select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids from old_rows;
  elsif tg_op = 'INSERT' then select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids from new_rows;
  else
    select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids
    from (select post_id, place_id from new_rows union select post_id, place_id from old_rows) as changed;
  end if;
  perform index_guides(guide_ids);
  perform index_places(place_ids);
  return null;
end
$$;

select index_places(array(select id from places where status = 'published'));
select index_guides(array(select id from posts where status = 'published'));
