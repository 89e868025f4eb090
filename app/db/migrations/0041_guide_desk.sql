-- Since when anybody, and since when everybody has had a guide. Both stay when it is taken back: who followed its address
-- then may do so again, and it keeps its day.
alter table posts add column first_seen_at timestamptz;
alter table posts add column first_out_at timestamptz;
alter table posts add constraint posts_seen_before_out
  check (first_out_at is null or (first_seen_at is not null and first_seen_at <= first_out_at));
update posts set first_seen_at = published_at, first_out_at = published_at
where unpublished_at is not null or (deleted_at is not null and status_before_deletion = 'published' and published_at <= deleted_at);

-- Since when a guide names a place: only what closed after it tells readers something. Null: nobody knows.
alter table post_places add column named_at timestamptz;
update post_places set named_at = posts.published_at from posts where posts.id = post_places.post_id;

-- Who signs a guide after its first author, in this order.
create table post_coauthors (
  post_id bigint not null references posts on delete cascade,
  position smallint not null check (position between 1 and 3),
  author_slug text not null references authors on update cascade,
  primary key (post_id, position),
  unique (post_id, author_slug)
);
create index post_coauthors_by_author on post_coauthors (author_slug);
alter table posts drop constraint posts_author_slug_fkey;
alter table posts add constraint posts_author_slug_fkey foreign key (author_slug) references authors on update cascade;
create index posts_by_author on posts (author_slug);

-- Who is behind a byline, and since when it is the editors' own: seed files then leave it alone.
alter table authors add column user_id uuid unique references users on delete set null;
alter table authors add column edited_at timestamptz;
alter table authors add column kind text not null default 'team' check (kind in ('team', 'person'));
alter table authors add constraint authors_words
  check (length(slug) <= 80 and length(name) between 1 and 80 and length(bio) <= 300);

-- A draft names its authors in their order.
update guide_drafts set document = (document - 'author') || jsonb_build_object('authors', jsonb_build_array(document -> 'author'));
update guide_revisions set document = (document - 'author') || jsonb_build_object('authors', jsonb_build_array(document -> 'author'));

-- Whoever's account goes takes along their name under articles, in drafts and in the history too. What they wrote stays.
create function forget_byline_of_person() returns trigger language plpgsql as $$
declare
  byline text;
  nobodys text := 'former-editor-' || substr(md5(random()::text || clock_timestamp()::text), 1, 12);
begin
  select slug into byline from authors where user_id = old.id;
  if byline is null then
    return old;
  end if;
  update authors set slug = nobodys, name = 'A former editor', bio = '' where slug = byline;
  update guide_drafts set document = jsonb_set(document, '{authors}', (
    select jsonb_agg(case when name = byline then nobodys else name end order by place)
    from jsonb_array_elements_text(document -> 'authors') with ordinality as named (name, place)
  )) where document -> 'authors' ? byline;
  update guide_revisions set document = jsonb_set(document, '{authors}', (
    select jsonb_agg(case when name = byline then nobodys else name end order by place)
    from jsonb_array_elements_text(document -> 'authors') with ordinality as named (name, place)
  )) where document -> 'authors' ? byline;
  return old;
end
$$;
create trigger users_byline_gone before delete on users for each row execute function forget_byline_of_person();

-- The text of a seed file that a draft was begun from, so that a newer one under it is seen. Null: there was none.
alter table guide_drafts add column seed_digest text;
update guide_drafts set seed_digest = posts.seed_digest from posts where posts.id = guide_drafts.post_id;

-- Which window saved a draft last, and which of its saves it was: a window that never got the answer is in no conflict with
-- itself, and what comes late doesn't go over what is newer. In the history each window's words are its own.
alter table guide_drafts add column saved_window uuid;
alter table guide_drafts add column saved_number integer not null default 0 check (saved_number >= 0);
alter table guide_revisions add column window_id uuid;

-- A preview's address ends by itself.
alter table guide_previews add column ends_at timestamptz;
update guide_previews set ends_at = now() + interval '14 days';
alter table guide_previews alter column ends_at set not null;
alter table guide_previews add constraint guide_previews_end check (ends_at > made_at);
