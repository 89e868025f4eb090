-- Editors look through places of a kind, an area, a price or a state, whatever their order: few enough to be sorted, or found
-- and counted without reading a row. What is removed is in none of these lists.
create index places_kept_by_kind on places (category_slug, neighborhood_slug, price_range) include (status)
  where status <> 'removed';
create index places_kept_by_area on places (neighborhood_slug, price_range) include (status) where status <> 'removed';
create index places_kept_by_price on places (price_range) include (status)
  where status <> 'removed' and price_range is not null;
create index places_closed on places (id) where status = 'closed';
