-- A word to one person on what concerns them: a review decided about, a report answered. Only the kind and what it is about
-- stand here; the words are made when it is read.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 40),
  about jsonb not null check (jsonb_typeof(about) = 'object' and length(about::text) <= 2000),
  told_at timestamptz not null,
  read_at timestamptz check (read_at >= told_at)
);
create index notifications_by_user on notifications (user_id, told_at desc, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_by_day on notifications (told_at);

-- Open pages hear at once that something has changed for their person, whoever changed it: the site, a command, or an
-- operator in SQL. Only whom it concerns is said; what is so now, each instance reads for itself.
create function notify_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('people', (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]);
  return null;
end
$$;

create trigger users_standing_heard after update of role, suspended_at, deleted_at on users for each row
  when (old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function notify_person('id');
create trigger users_gone_heard after delete on users for each row
  when (not old.is_demo) execute function notify_person('id');
create trigger sessions_ended_heard after delete on sessions for each row execute function notify_person('user_id');
create trigger notifications_heard after insert or delete or update of read_at on notifications for each row
  execute function notify_person('user_id');
