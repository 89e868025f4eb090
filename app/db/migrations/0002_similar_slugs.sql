-- Suggestions on unknown addresses: without these a 404 would look at every row.
create index places_slug_similar on places using gin (slug gin_trgm_ops);
create index posts_slug_similar on posts using gin (slug gin_trgm_ops);
