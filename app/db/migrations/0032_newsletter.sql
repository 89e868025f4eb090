-- One text that many mails carry: a newsletter's is kept once, and each mail says what stands in it for its own receiver.
create table mail_letters (
  id uuid primary key default gen_random_uuid(),
  body_text text not null check (length(body_text) <= 100000),
  -- Gmail cuts what is longer than 102 KB.
  body_html text not null check (octet_length(body_html) <= 100000)
);

alter table mails add column letter_id uuid references mail_letters;
-- What stands in the letter for this receiver, by the name of its mark. Gone once it is sent: there are keys among it.
alter table mails add column marks jsonb;
alter table mails add column headers jsonb;
-- What goes to many waits for what goes to one.
alter table mails add column is_bulk boolean not null default false;
-- The mail server said for good that there is no such receiver.
alter table mails add column is_bounced boolean not null default false;
create index mails_by_letter on mails (letter_id) where letter_id is not null;
drop index mails_due;
create index mails_due on mails (is_bulk, try_at) where try_at is not null;

-- Who gets the newsletter, and who was asked whether they want it. One row a mailbox.
create table newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  address text not null check (length(address) between 3 and 254 and address !~ '[[:cntrl:][:space:]]'),
  -- The address in small letters.
  mailbox text not null unique check (mailbox = lower(address)),
  -- Of the mailbox without dots and what follows a plus: many spellings of one are asked as one.
  box_hash bytea not null check (octet_length(box_hash) = 32),
  user_id uuid unique references users on delete cascade,
  state text not null check (state in ('asked', 'active', 'unsubscribed', 'bounced')),
  wants_weekly boolean not null default true,
  neighborhoods text[] not null default '{}' check (cardinality(neighborhoods) <= 200),
  paused_until timestamptz,
  -- Of the key in the mail that asks whether the address is theirs.
  confirm_hash bytea unique check (octet_length(confirm_hash) = 32),
  confirm_until timestamptz,
  -- When a mail about subscribing last went there.
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- Mails in a row that bounced.
  bounces smallint not null default 0 check (bounces >= 0),
  check ((confirm_hash is null) = (confirm_until is null)),
  check (state <> 'active' or confirmed_at is not null),
  check ((state in ('unsubscribed', 'bounced')) = (ended_at is not null))
);
create index newsletter_subscribers_by_box on newsletter_subscribers (box_hash, asked_at);
create index newsletter_subscribers_by_asking on newsletter_subscribers (asked_at);
create index newsletter_subscribers_by_state on newsletter_subscribers (state);

-- Whoever's account goes takes along the newsletter to its address, also where they had asked for it without signing in.
create function forget_newsletter_of_person() returns trigger language plpgsql as $$
begin
  delete from newsletter_subscribers where mailbox = lower(old.email);
  return old;
end
$$;
create trigger users_newsletter_gone before delete on users
  for each row when (old.email is not null) execute function forget_newsletter_of_person();

-- Each mail carries a key of its own to its receiver's choices. Only its hash is here.
create table newsletter_keys (
  hash bytea primary key check (octet_length(hash) = 32),
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  ends_at timestamptz not null
);
create index newsletter_keys_by_subscriber on newsletter_keys (subscriber_id);
create index newsletter_keys_by_end on newsletter_keys (ends_at);

create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- Of its page in the archive; given when it starts to be sent.
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  subject text not null check (length(subject) <= 120 and subject !~ '[[:cntrl:]]'),
  preview text not null check (length(preview) <= 150 and preview !~ '[[:cntrl:]]'),
  intro text not null check (length(intro) <= 8000),
  -- Null: the weekly one.
  neighborhood_slug text,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  send_at timestamptz,
  -- Why it was not sent at its time.
  trouble text check (length(trouble) <= 300),
  started_at timestamptz,
  finished_at timestamptz,
  -- As it was when it started: what the archive shows and what is mailed stay so.
  content jsonb,
  body_text text,
  body_html text,
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  -- Two editors at once are told.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'scheduled') = (send_at is not null)),
  check ((state in ('sending', 'stopped', 'sent')) = (started_at is not null)),
  check ((started_at is not null) = (slug is not null and content is not null and body_text is not null and body_html is not null)),
  check ((state = 'sent') = (finished_at is not null))
);
create index newsletter_issues_by_day on newsletter_issues (created_at desc);
create index newsletter_issues_out on newsletter_issues (started_at desc) where started_at is not null;
create index newsletter_issues_at_work on newsletter_issues (state) where state in ('scheduled', 'sending');

-- What an issue is made of, in its order.
create table newsletter_items (
  id bigint generated always as identity primary key,
  issue_id uuid not null references newsletter_issues on delete cascade,
  position smallint not null,
  guide_id bigint references posts on delete cascade,
  place_id bigint references places on delete cascade,
  note text not null default '' check (length(note) <= 500),
  check (num_nonnulls(guide_id, place_id) = 1),
  unique (issue_id, guide_id),
  unique (issue_id, place_id)
);
create index newsletter_items_by_guide on newsletter_items (guide_id) where guide_id is not null;
create index newsletter_items_by_place on newsletter_items (place_id) where place_id is not null;

-- A row for each receiver of an issue: nobody gets one twice, and nobody is left out when something dies midway.
create table newsletter_deliveries (
  issue_id uuid not null references newsletter_issues on delete cascade,
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  -- 'kept': no mail server is set up. 'left': unsubscribed or paused before their turn.
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'kept', 'bounced', 'failed', 'left')),
  -- In the outbox, as long as it is there.
  mail_id uuid,
  primary key (issue_id, subscriber_id),
  check (state <> 'queued' or mail_id is not null)
);
create index newsletter_deliveries_by_state on newsletter_deliveries (issue_id, state);
create index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_by_mail on newsletter_deliveries (mail_id) where mail_id is not null;

-- What somebody writes to the editors by the contact form.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  address text not null check (length(address) between 3 and 254 and address !~ '[[:cntrl:][:space:]]'),
  topic text not null check (topic in ('guide', 'business', 'account', 'press', 'other')),
  body text not null check (length(body) between 1 and 5000),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  user_id uuid references users on delete cascade,
  assigned_to uuid references users on delete set null,
  -- Of the network address and of the mailbox; forgotten after 60 days, as is the digest of who sent what.
  address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
  mailbox_hash text check (mailbox_hash ~ '^[0-9a-f]{64}$'),
  digest text unique check (digest ~ '^[0-9a-f]{64}$'),
  -- The mail that said it has come, whose Message-ID the answers follow; null where none was sent.
  mail_id uuid,
  sent_at timestamptz not null,
  changed_at timestamptz not null
);
create index contact_messages_by_state on contact_messages (state, sent_at desc);
create index contact_messages_by_day on contact_messages (sent_at);
create index contact_messages_by_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_by_assigned on contact_messages (assigned_to) where assigned_to is not null;
create index contact_messages_by_network on contact_messages (address_hash, sent_at) where address_hash is not null;
create index contact_messages_by_mailbox on contact_messages (mailbox_hash, sent_at) where mailbox_hash is not null;
create index contact_messages_words on contact_messages using gin ((name || ' ' || address || ' ' || body) gin_trgm_ops) with (fastupdate = off);

create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages on delete cascade,
  body text not null check (length(body) between 1 and 10000),
  written_by uuid references users on delete set null,
  mail_id uuid not null,
  -- Of the form that was sent: pressed twice, it is one reply.
  form_key uuid not null unique,
  sent_at timestamptz not null
);
create index contact_replies_by_message on contact_replies (message_id, sent_at);
create index contact_replies_by_writer on contact_replies (written_by) where written_by is not null;
