-- Who changed what, and what it was before: every change by staff, owners and jobs. Rows are added and never changed.
create table audit_entries (
  id bigint generated always as identity primary key,
  recorded_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('staff', 'owner', 'member', 'job', 'command')),
  -- Of a person; null once they have gone.
  actor_id uuid references users on delete set null,
  -- Of a job or a command.
  actor_name text check (length(actor_name) between 1 and 100),
  action text not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$' and length(action) <= 60),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z-]*$' and length(subject_kind) <= 40),
  -- Null once it told of somebody who has gone.
  subject_id text check (length(subject_id) <= 200),
  -- Twice what the code lets through, for spaces that the database puts in.
  before jsonb check (length(before::text) <= 40000),
  after jsonb check (length(after::text) <= 40000),
  -- Every id in the values and of the subject, and whomever it is about: what has to go with whom.
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 1000),
  is_blanked boolean not null default false,
  check (actor_id is null or actor_name is null)
);
create index audit_entries_by_time on audit_entries (recorded_at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, recorded_at desc, id desc);
create index audit_entries_by_action on audit_entries (action, recorded_at desc, id desc);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, recorded_at desc, id desc);
create index audit_entries_by_mention on audit_entries using gin (mentions) with (fastupdate = off);
create index audit_entries_by_words on audit_entries
  using gin ((coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops) with (fastupdate = off);

-- Whoever's account goes for good takes along what the log says of them; that there was a change, and when, stays. What is
-- the guide's own keeps its number.
create function blank_audit_of_person() returns trigger language plpgsql as $$
begin
  update audit_entries set is_blanked = true, before = null, after = null, mentions = '{}',
    subject_id = case when subject_kind in ('place', 'post', 'category', 'neighborhood', 'catalogue') then subject_id end
  where mentions @> array[old.id];
  return null;
end
$$;
create trigger users_leave_the_audit after delete on users
  for each row execute function blank_audit_of_person();

-- A depth above one is a trigger of ours: the two of a person's going are the only ones that come here. No session can say
-- of itself that it is one of them.
create function keep_audit_as_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    if (new.actor_id is null or new.actor_id = old.actor_id)
      and (new.is_blanked = old.is_blanked or new.before is null and new.after is null)
      and (new.before is null or new.before = old.before) and (new.after is null or new.after = old.after)
      and (new.subject_id is null or new.subject_id = old.subject_id)
      and (new.id, new.recorded_at, new.actor_kind, new.action, new.subject_kind)
        = (old.id, old.recorded_at, old.actor_kind, old.action, old.subject_kind)
      and new.actor_name is not distinct from old.actor_name
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log is only added to: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function keep_audit_as_it_is();
create trigger audit_entries_are_kept before truncate on audit_entries
  for each statement execute function keep_audit_as_it_is();
