-- Other names of a place, by which people look for it: "Nats Park" for Nationals Park. Search reads them as it reads the name.

-- Files separate them by semicolons.
alter table places add column other_names text[] default '{}' not null constraint places_other_names_check check (
  cardinality(other_names) <= 10 and array_position(other_names, null) is null and '' <> all (other_names) and name <> all (other_names)
  and array_to_string(other_names, E'\n') !~ '[^\n]{81}|;'
);

alter table place_facts drop constraint place_facts_field_check;
alter table place_facts add constraint place_facts_field_check check (field in ('name', 'otherNames', 'category', 'type', 'neighborhood',
  'summary', 'description', 'ranks', 'address', 'zip', 'position', 'priceRange', 'phone', 'website', 'hours', 'hoursText', 'attributes',
  'attributeCorrections', 'licensed', 'closedForWorks'));
alter table owner_edit_changes drop constraint owner_edit_changes_field_check;
alter table owner_edit_changes add constraint owner_edit_changes_field_check
  check (field in ('name', 'otherNames', 'category', 'type', 'address', 'zip', 'position'));

alter table place_search add column other_names text[] default '{}' not null;
alter table place_search alter column other_names drop default;

-- As before, with other names.
create or replace function place_search_text(p places) returns text immutable language sql as $$
  select case when p.status = 'published' then concat_ws(' ', p.name, p.other_names::text, p.type, p.description, p.street) else '' end
$$;

-- As before, but an entry may have several labels: its name, then its other names. Of two labels with the same words the first is
-- written.
create or replace function write_search_suggestions(of_kind text, slugs text[], labels text[], weights double precision[])
returns void language sql as $$
  with fresh as (
    select distinct on (each.slug, rest.words) each.slug, rest.words, each.label,
      (round(each.weight::numeric, 1) - case when at = 1 then 0 else 0.5 end)::real as weight
    from unnest(slugs, labels, weights) with ordinality as each (slug, label, weight, number)
    cross join lateral (select regexp_split_to_array(search_plain(each.label), ' ') as parts) as name
    cross join lateral generate_series(1, least(cardinality(name.parts), 8)) as at
    cross join lateral (select left(array_to_string(name.parts[at:], ' '), 60) as words) as rest
    where each.label is not null and rest.words <> '' and (at = 1 or name.parts[at] not in ('of', 'the', 'and', 'at', 'in', 'on', 'a', 'for'))
    order by each.slug, rest.words, each.number, at
  ), gone as (
    delete from search_suggestions old where old.kind = of_kind and old.slug = any(slugs)
      and not exists (select from fresh where fresh.slug = old.slug and fresh.words = old.words)
  )
  insert into search_suggestions as known (kind, slug, words, label, weight)
  select of_kind, slug, words, label, weight from fresh
  on conflict (kind, slug, words) do update set label = excluded.label, weight = excluded.weight
    where (known.label, known.weight) is distinct from (excluded.label, excluded.weight)
$$;

-- As in 0008-search-facts.sql, but words of other names count as words of the name. A word that the name has already is not
-- counted again, and so is one that only its punctuation hides: "jrs" in "JR's".
drop function search_place_rows(bigint[]);
create function search_place_rows(ids bigint[]) returns table (
  place_id bigint, category_slug text, location point, rating double precision, saves integer, views integer,
  popularity double precision, doc tsvector,
  name text, other_names text[], type text, neighborhood_slug text, price_range text, hours_id integer, is_closed boolean, attributes jsonb,
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
    p.name, p.other_names, p.type, p.neighborhood_slug, p.price_range,
    (select h.id from search_hours h where md5(h.hours::text) = md5(search_hours_of(p)::text)), p.closure is not null, p.attributes,
    p.lat, p.lng, p.featured_rank, p.hub_rank,
    num_nonnulls(p.street, p.zip, p.lat, p.phone, p.website, p.hours, p.price_range)::smallint,
    p.description <> '',
    p.created_at, p.updated_at, f.real_count, f.real_sum, f.demo_count, f.demo_sum
  from search_place_scores(ids) f
  join places p on p.id = f.place_id
  join categories c on c.slug = p.category_slug
  join neighborhoods n on n.slug = p.neighborhood_slug
  cross join lateral (
    select own.words || setweight(ts_delete(more.words, tsvector_to_array(own.words)), 'A') as words
    from (select setweight(to_tsvector('english', unaccent(p.name)), 'A') as words) as own
    cross join lateral (
      select to_tsvector('english', unaccent(array_to_string(p.other_names, ' ')) || ' ' || search_plain(array_to_string(p.name || p.other_names, ' '))) as words
    ) as more
  ) as called
  cross join lateral (
    select called.words
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.type, c.name, n.name, array_to_string(n.aka, ' '), p.street))), 'B')
      || setweight(to_tsvector('english', unaccent(concat_ws(' ', p.summary, guide_reasons(p.id), site_name(p.website)))), 'C') as words
  ) as facts
$$;

-- As before, with other names. Each is a suggestion too.
create or replace function index_places(ids bigint[]) returns void language sql as $$
  select add_search_hours(ids);
  insert into place_search as known (place_id, category_slug, location, rating, saves, views, popularity, doc,
    name, other_names, type, neighborhood_slug, price_range, hours_id, is_closed, attributes, lat, lng, featured_rank, hub_rank, known_facts,
    is_described, created_at, updated_at, real_count, real_sum, demo_count, demo_sum)
  select r.place_id, r.category_slug, r.location, r.rating, r.saves, r.views, r.popularity, r.doc,
    r.name, r.other_names, r.type, r.neighborhood_slug, r.price_range, r.hours_id, r.is_closed, r.attributes, r.lat, r.lng, r.featured_rank, r.hub_rank,
    r.known_facts, r.is_described, r.created_at, r.updated_at, r.real_count, r.real_sum, r.demo_count, r.demo_sum
  from search_place_rows(ids) r order by r.place_id
  on conflict (place_id) do update set category_slug = excluded.category_slug, location = excluded.location,
    rating = excluded.rating, saves = excluded.saves, popularity = excluded.popularity, doc = excluded.doc,
    name = excluded.name, other_names = excluded.other_names, type = excluded.type, neighborhood_slug = excluded.neighborhood_slug,
    price_range = excluded.price_range, hours_id = excluded.hours_id, is_closed = excluded.is_closed, attributes = excluded.attributes,
    lat = excluded.lat, lng = excluded.lng, featured_rank = excluded.featured_rank, hub_rank = excluded.hub_rank,
    known_facts = excluded.known_facts, is_described = excluded.is_described, created_at = excluded.created_at, updated_at = excluded.updated_at,
    real_count = excluded.real_count, real_sum = excluded.real_sum, demo_count = excluded.demo_count, demo_sum = excluded.demo_sum
    where (known.category_slug, known.location::text, known.rating, known.saves, known.popularity, known.doc,
        known.name, known.other_names, known.type, known.neighborhood_slug, known.price_range, known.hours_id, known.is_closed, known.attributes,
        known.lat, known.lng, known.featured_rank, known.hub_rank, known.known_facts, known.is_described, known.created_at, known.updated_at,
        known.real_count, known.real_sum, known.demo_count, known.demo_sum)
      is distinct from (excluded.category_slug, excluded.location::text, excluded.rating, excluded.saves, excluded.popularity, excluded.doc,
        excluded.name, excluded.other_names, excluded.type, excluded.neighborhood_slug, excluded.price_range, excluded.hours_id, excluded.is_closed, excluded.attributes,
        excluded.lat, excluded.lng, excluded.featured_rank, excluded.hub_rank, excluded.known_facts, excluded.is_described, excluded.created_at, excluded.updated_at,
        excluded.real_count, excluded.real_sum, excluded.demo_count, excluded.demo_sum);
  delete from place_search using places p where p.id = place_id and p.id = any(ids) and p.status <> 'published';
  select write_search_suggestions('place', array_agg(each.slug order by each.id, each.number),
    array_agg(each.label order by each.id, each.number), array_agg(each.popularity order by each.id, each.number))
  from (
    select p.id, p.slug, called.number, case when p.status = 'published' then called.name end as label, s.popularity
    from places p left join place_search s on s.place_id = p.id
    cross join lateral unnest(p.name || p.other_names) with ordinality as called (name, number)
    where p.id = any(ids)
  ) as each;
$$;

-- As before, but other names count as a change.
create or replace function search_place_changed() returns trigger language plpgsql as $$
declare ids bigint[]; added places[]; removed places[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(o) into removed from old_rows o;
    delete from search_suggestions where kind = 'place' and slug in (select o.slug from old_rows o);
  else
    select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id
    where (n.slug, n.name, n.other_names, n.category_slug, n.type, n.neighborhood_slug, n.summary, n.description, n.street, n.zip, n.quadrant, n.lat, n.lng,
        n.price_range, n.phone, n.website, n.hours, n.attributes, n.featured_rank, n.hub_rank, n.status, n.closure, n.created_at, n.updated_at)
      is distinct from (o.slug, o.name, o.other_names, o.category_slug, o.type, o.neighborhood_slug, o.summary, o.description, o.street, o.zip, o.quadrant, o.lat, o.lng,
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

select index_places(array(select id from places where status = 'published'));
