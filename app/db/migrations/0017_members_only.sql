-- Who may read a guide whole, and whether the first plan that has it sees the guide before its hour.
alter table posts
  add column access text not null default 'everyone' check (access in ('everyone', 'members')),
  add column is_early boolean not null default false;

-- What only members may read is not searched: who finds a guide by a word of it knows that the word stands there.
create or replace function index_guides(ids bigint[]) returns void language sql as $$
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

create or replace function post_search_text(p posts) returns text immutable language sql as $$
  select case when p.status = 'published'
    then concat_ws(' ', p.title, p.excerpt, p.keywords::text, case p.access when 'everyone' then p.body end) else '' end
$$;

-- Mails on their way. What has been sent or given up stays a while, so that it can be told what became of it.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- Names what the mail is about, so that nothing is told twice however often it is queued.
  key text not null unique check (length(key) between 1 and 200),
  user_id uuid references users on delete cascade,
  to_name text not null check (length(to_name) <= 120 and to_name !~ '[[:cntrl:]]'),
  to_address text not null check (length(to_address) between 3 and 254 and to_address !~ '[[:cntrl:][:space:]]'),
  subject text not null check (length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  body_text text not null check (length(body_text) <= 20000),
  body_html text check (length(body_html) <= 60000),
  queued_at timestamptz not null,
  tries smallint not null default 0 check (tries >= 0),
  -- When it is tried next; while it is being sent, when somebody else may take it. Null: there is nothing left to do.
  try_at timestamptz,
  sent_at timestamptz,
  gave_up_at timestamptz,
  trouble text check (length(trouble) <= 500),
  check (try_at is null or (sent_at is null and gave_up_at is null)),
  check (sent_at is null or gave_up_at is null)
);
create index mails_due on mails (try_at) where try_at is not null;
create index mails_by_day on mails (queued_at);
create index mails_by_user on mails (user_id);

-- What members ask the editors. One of a person waits at a time.
create table editor_questions (
  id uuid primary key default gen_random_uuid(),
  asker_id uuid not null references users on delete cascade,
  question text not null check (length(question) between 1 and 2000),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 5000),
  answered_by uuid references users on delete set null,
  answered_at timestamptz check (answered_at >= asked_at),
  check ((answer is null) = (answered_at is null)),
  check (answered_by is null or answer is not null)
);
create unique index editor_questions_waiting on editor_questions (asker_id) where answered_at is null;
create index editor_questions_by_asker on editor_questions (asker_id, asked_at desc);
create index editor_questions_by_day on editor_questions (asked_at) where answered_at is null;
create index editor_questions_answered_by on editor_questions (answered_by);
