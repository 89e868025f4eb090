-- Saving one place, guide or category spent half of its time on planning the statements that update the index. For a few rows
-- their plans are now made once per connection. Plans for a few rows would be bad ones for thousands, so for larger changes
-- PostgreSQL decides, as before.

-- Chooses how the statements of the calling trigger are planned. The trigger's own setting ends the choice with the trigger.
create function plan_index_update(rows integer) returns void language sql as $$
  select set_config('plan_cache_mode', case when rows <= 100 then 'force_generic_plan' else 'auto' end, true)
$$;

-- As before, and guides are only read when a place was renamed.
create or replace function search_place_changed() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare ids bigint[]; added places[]; removed places[]; guide_ids bigint[];
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
  end if;
  if added is null and removed is null then return null; end if;
  perform plan_index_update(coalesce(cardinality(added), cardinality(removed)));
  if tg_op = 'UPDATE' then
    delete from search_suggestions where kind = 'place'
      and slug in (select o.slug from unnest(removed) o join unnest(added) n on n.id = o.id where n.slug <> o.slug);
  end if;
  perform count_search_terms(array(select place_search_text(n) from unnest(added) n), array(select place_search_text(o) from unnest(removed) o));
  perform count_search_types(array(select n.type from unnest(added) n where n.status = 'published'), array(select o.type from unnest(removed) o where o.status = 'published'));
  select array_agg(n.id) into ids from unnest(added) n;
  if ids is not null then perform index_places(ids); end if;
  if tg_op = 'UPDATE' then
    guide_ids := array(select distinct pp.post_id from post_places pp join unnest(added) n on n.id = pp.place_id join unnest(removed) o on o.id = n.id where n.name <> o.name);
    if cardinality(guide_ids) > 0 then perform index_guides(guide_ids); end if;
  end if;
  return null;
end
$$;

-- As before, and places are only read when a guide was published, withdrawn, or opened to everyone or to members alone.
create or replace function search_post_changed() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare added posts[]; removed posts[]; place_ids bigint[];
begin
  if tg_op = 'INSERT' then select array_agg(n) into added from new_rows n;
  elsif tg_op = 'DELETE' then select array_agg(o) into removed from old_rows o;
  else select array_agg(n), array_agg(o) into added, removed from new_rows n join old_rows o on o.id = n.id where n is distinct from o;
  end if;
  perform plan_index_update(coalesce(cardinality(added), cardinality(removed), 0));
  if tg_op = 'UPDATE' then
    place_ids := array(select distinct pp.place_id from unnest(added) n join unnest(removed) o on o.id = n.id
      join post_places pp on pp.post_id = n.id where (n.status, n.access) is distinct from (o.status, o.access));
    if cardinality(place_ids) > 0 then perform index_places(place_ids); end if;
  end if;
  delete from search_suggestions where kind = 'guide' and slug in (
    select o.slug from unnest(removed) o where o.slug not in (select n.slug from unnest(added) n));
  perform count_search_terms(array(select post_search_text(n) from unnest(added) n), array(select post_search_text(o) from unnest(removed) o));
  if added is not null then perform index_guides(array(select n.id from unnest(added) n)); end if;
  return null;
end
$$;

-- As before.
create or replace function search_post_place_changed() returns trigger language plpgsql set plan_cache_mode = auto as $$
declare guide_ids bigint[]; place_ids bigint[];
begin
  if tg_op = 'DELETE' then select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids from old_rows;
  elsif tg_op = 'INSERT' then select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids from new_rows;
  else
    select array_agg(distinct post_id), array_agg(distinct place_id) into guide_ids, place_ids
    from (select post_id, place_id from new_rows union select post_id, place_id from old_rows) as changed;
  end if;
  if place_ids is null then return null; end if;
  perform plan_index_update(cardinality(place_ids));
  perform index_guides(guide_ids);
  perform index_places(place_ids);
  return null;
end
$$;

-- As before, and places and guides are only read when a neighborhood was renamed.
create or replace function search_neighborhood_changed() returns trigger language plpgsql as $$
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
    if cardinality(renamed) = 0 then return null; end if;
    perform index_places(array(select id from places where neighborhood_slug = any(renamed)));
    perform index_guides(array(select id from posts where neighborhood_slug = any(renamed)));
  end if;
  return null;
end
$$;

-- As before, and places and guides are only read when a category was renamed.
create or replace function search_category_changed() returns trigger language plpgsql as $$
declare renamed text[];
begin
  if tg_op = 'INSERT' then perform index_categories(array(select slug from new_rows));
  elsif tg_op = 'DELETE' then delete from search_suggestions where kind = 'category' and slug in (select slug from old_rows);
  else
    renamed := array(select n.slug from new_rows n join old_rows o on o.slug = n.slug where n.name <> o.name);
    if cardinality(renamed) = 0 then return null; end if;
    perform index_categories(renamed);
    perform index_places(array(select id from places where category_slug = any(renamed)));
    perform index_guides(array(select id from posts where category_slug = any(renamed)));
  end if;
  return null;
end
$$;
