-- The desk district: guides being written, imports, the newsletter, contact messages.


-- Guides being written -------------------------------------------------------------------------------------------------

-- One row per guide with a draft, which is not public until it is published.
create table guide_drafts (
  post_id bigint primary key references posts on delete cascade,
  -- Counts the saves: saving over a version that the editor has not seen is a conflict.
  version integer not null check (version >= 1),
  document jsonb not null check (octet_length(document::text) <= 600000),
  saved_at timestamptz not null,
  saved_by uuid references users on delete set null,
  -- The digest of the seed file that the draft is based on, to notice a newer one. Null: no seed file.
  seed_digest text,
  -- The editor session of the last save, and that session's own count of saves. A session that never got the answer to its
  -- save is in no conflict with itself, and a late request does not overwrite a newer one.
  saved_session_id uuid,
  save_number integer not null default 0 check (save_number >= 0)
);
create index guide_drafts_by_saver on guide_drafts (saved_by);

-- One row per preview. The key is all that is needed to read the draft; deleting the row ends the preview.
create table guide_previews (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  post_id bigint not null unique references posts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint guide_previews_expiry check (expires_at > created_at)
);

-- One row per revision of a draft. What one editor session saves within a few minutes is one revision.
create table guide_revisions (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  kind text not null check (kind in ('first', 'saved', 'published', 'conflict', 'restored')),
  document jsonb not null check (octet_length(document::text) <= 600000),
  started_at timestamptz not null,
  saved_at timestamptz not null check (saved_at >= started_at),
  saved_by uuid references users on delete set null,
  -- Null for a form sent without scripts.
  editor_session_id uuid
);
create index guide_revisions_by_post on guide_revisions (post_id, id desc);
create index guide_revisions_by_saver on guide_revisions (saved_by);

-- One row per editor session with a guide open, so that two editors of one guide see each other. A job deletes old rows.
create table guide_editor_sessions (
  post_id bigint not null references posts on delete cascade,
  editor_session_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (post_id, editor_session_id)
);
create index guide_editor_sessions_by_user on guide_editor_sessions (user_id);

-- One row per picture in the text of a guide. Its files are in the storage; stored_at is null until they are.
create table guide_pictures (
  id uuid primary key default gen_random_uuid(),
  source_digest text not null check (source_digest ~ '^[0-9a-f]{64}$'),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  uploaded_at timestamptz not null,
  uploaded_by uuid references users on delete set null,
  stored_at timestamptz
);
-- Uploading the same file again reuses the picture.
create unique index guide_pictures_by_digest on guide_pictures (source_digest) where stored_at is not null;
create index guide_pictures_by_uploader on guide_pictures (uploaded_by, uploaded_at);

-- Removes the name of a deleted user from their byline, also in drafts and revisions. What they wrote stays.
create function anonymize_byline() returns trigger language plpgsql as $$
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
create trigger users_byline_anonymized before delete on users for each row execute function anonymize_byline();


-- Imports --------------------------------------------------------------------------------------------------------------

-- One row per import: a file of places, how far it is read, what it would do and what it did. Who ran it is in the audit log.
create table imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (length(file_name) between 1 and 200),
  -- Where the file is until all of it is read; null after it is deleted.
  file_path text,
  byte_count bigint not null check (byte_count >= 0),
  format text not null check (format in ('overture', 'osm', 'google', 'csv', 'json-ld')),
  encoding text not null check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  source_id text not null references sources,
  -- For a table: which column has which field.
  mapping jsonb not null default '{}',
  -- Whether new places are published at once, or wait for an editor.
  publishes boolean not null,
  stage text not null check (stage in ('mapping', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed', 'withdrawing', 'withdrawn')),
  -- Why it failed, as text for the person who started it.
  problem text check (length(problem) <= 500),
  -- How far reading and applying are: a restart continues from here.
  bytes_read bigint not null default 0,
  records_read integer not null default 0,
  last_applied bigint not null default 0,
  report jsonb not null default '{}',
  created_at timestamptz not null,
  progressed_at timestamptz not null,
  finished_at timestamptz,
  -- The process that works on it, and until when unless it says so again: two processes would do the same work twice.
  worker uuid,
  locked_until timestamptz,
  -- The category and type, for this file alone, of entries that have neither.
  default_category jsonb
);
create index imports_by_day on imports (created_at desc, id);
create index imports_under_way on imports (progressed_at) where stage in ('checking', 'running', 'withdrawing');

-- One row per record of an import. Records that say what is already known are only counted.
create table import_records (
  id bigint generated always as identity primary key,
  import_id uuid not null references imports on delete cascade,
  number integer not null check (number >= 1),
  line integer,
  outcome text not null check (outcome in ('new', 'linked', 'duplicate', 'duplicate-in-file', 'possible-duplicate', 'skipped')),
  -- "waiting": for an editor.
  state text not null check (state in ('staged', 'waiting', 'applied', 'refused')),
  reason text not null default '' check (length(reason) <= 300),
  -- The source's own id.
  record_id text check (length(record_id) <= 200),
  name text not null default '' check (length(name) <= 200),
  -- Normalized name, phone, website and position, for finding duplicates.
  name_slug text not null default '',
  phone text,
  site_host text,
  lat double precision,
  lng double precision,
  facts jsonb not null default '{}',
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  category_key text check (length(category_key) <= 200),
  score real,
  -- What it may duplicate: a listed place, or an earlier record of the same file.
  candidate_id bigint references places on delete set null,
  duplicate_record_id bigint references import_records on delete set null,
  -- The place that it became, or whose facts it supplied.
  place_id bigint references places on delete set null,
  -- When a waiting record was last compared with the places listed since its file was read.
  compared_at timestamptz,
  -- When an editor decided about it. Null for what the run decides by itself: a file's thousands of new records don't
  -- belong in the list of recent decisions.
  decided_at timestamptz,
  unique (import_id, number)
);
create index import_records_by_record on import_records (record_id) where record_id is not null;
create index import_records_by_state on import_records (import_id, state, id);
create index import_records_by_candidate on import_records (candidate_id) where candidate_id is not null;
create index import_records_by_place on import_records (place_id) where place_id is not null;
create index import_records_by_duplicate on import_records (duplicate_record_id) where duplicate_record_id is not null;
-- Duplicates within a file are searched among its new records only. The import comes last in these indexes: this table grows
-- by a thousand rows a second and has no statistics yet, and with the import first the planner took every index for equally
-- good, so that a lookup by phone read all new records of the file.
create index import_records_new_by_phone on import_records (phone, import_id) where outcome = 'new' and phone is not null;
create index import_records_new_by_name on import_records (name_slug, import_id) where outcome = 'new';
-- The recent decisions. A likely duplicate that does not wait was decided, even without a recorded time.
create index import_records_decided on import_records (import_id, decided_at desc nulls last, id desc)
  where decided_at is not null or (outcome = 'possible-duplicate' and state in ('applied', 'refused'));

-- One row per record of a source that is linked to a place, with all its facts, even those that another source's facts
-- override: a second import changes nothing, and when a source is withdrawn, the next one's facts apply.
create table source_records (
  source_id text not null references sources,
  record_id text not null check (length(record_id) between 1 and 200),
  place_id bigint not null references places on delete cascade,
  facts jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  checked_on text check (checked_on ~ '^[0-9]{4}(-[0-9]{2}){0,2}$'),
  -- The order of the sources: the earliest link applies first.
  linked_at timestamptz not null,
  primary key (source_id, record_id)
);
create index source_records_by_place on source_records (place_id);

-- One row per kind of a source for which an editor chose the category and type. It overrides the table in the code.
create table import_category_mappings (
  scheme text not null check (scheme in ('overture', 'osm', 'google', 'schema-org', 'csv')),
  key text not null check (length(key) between 1 and 200),
  category_slug text not null references categories,
  type text not null check (length(type) between 1 and 60),
  primary key (scheme, key)
);

-- One row per merge of two listings, with everything that an undo needs.
create table place_merges (
  id uuid primary key default gen_random_uuid(),
  surviving_place_id bigint not null references places on delete cascade,
  merged_place_id bigint not null references places on delete cascade check (merged_place_id <> surviving_place_id),
  -- The reviews and records that moved to the other listing.
  moved jsonb not null,
  merged_at timestamptz not null,
  undone_at timestamptz
);
create unique index place_merges_once on place_merges (merged_place_id) where undone_at is null;
create index place_merges_by_survivor on place_merges (surviving_place_id);
create index place_merges_by_day on place_merges (merged_at desc, id);


-- Newsletter -----------------------------------------------------------------------------------------------------------

-- One row per email address that subscribed, or was asked to confirm that it wants to.
create table newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  -- The address in lower case.
  email_normalized text not null unique check (email_normalized = lower(email)),
  -- Of the address without dots and without what follows a plus sign: all spellings of one address share the limit of
  -- confirmation mails.
  email_hash bytea not null check (octet_length(email_hash) = 32),
  user_id uuid unique references users on delete cascade,
  state text not null check (state in ('pending', 'active', 'unsubscribed', 'bounced')),
  wants_weekly boolean not null default true,
  -- The neighborhoods whose newsletter is wanted too.
  neighborhoods text[] not null default '{}' check (cardinality(neighborhoods) <= 200),
  paused_until timestamptz,
  -- Of the key in the mail that asks to confirm the address.
  confirm_hash bytea unique check (octet_length(confirm_hash) = 32),
  confirm_until timestamptz,
  -- When the last mail about subscribing was sent.
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- The number of bounced mails in a row.
  bounces smallint not null default 0 check (bounces >= 0),
  -- A hash of the network address that last asked for a mail about subscribing; deleted a day later.
  ip_hash text check (ip_hash ~ '^[0-9a-f]{64}$'),
  -- What the mail server answered when it refused the address permanently.
  bounce_message text check (length(bounce_message) <= 300),
  -- When an accepted mail last came back for good: for a while after that, acceptance of the next mail proves nothing.
  late_bounce_at timestamptz,
  check ((confirm_hash is null) = (confirm_until is null)),
  check (state <> 'active' or confirmed_at is not null),
  check ((state in ('unsubscribed', 'bounced')) = (ended_at is not null))
);
create index newsletter_subscribers_by_email_hash on newsletter_subscribers (email_hash, requested_at);
create index newsletter_subscribers_by_request on newsletter_subscribers (requested_at);
create index newsletter_subscribers_by_state on newsletter_subscribers (state);
create index newsletter_subscribers_by_ip on newsletter_subscribers (ip_hash, requested_at)
  where ip_hash is not null;
create index newsletter_subscribers_bounced on newsletter_subscribers (ended_at desc) where state = 'bounced';

-- Deletes the subscription of a deleted user's address, even if it was made without signing in.
create function delete_newsletter_subscription() returns trigger language plpgsql as $$
begin
  delete from newsletter_subscribers where email_normalized = lower(old.email);
  return old;
end
$$;
create trigger users_newsletter_deleted before delete on users
  for each row when (old.email is not null) execute function delete_newsletter_subscription();

-- One row per mail with a link to its receiver's settings. Only the hash of the key is stored.
create table newsletter_link_keys (
  hash bytea primary key check (octet_length(hash) = 32),
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  expires_at timestamptz not null
);
create index newsletter_link_keys_by_subscriber on newsletter_link_keys (subscriber_id);
create index newsletter_link_keys_by_expiry on newsletter_link_keys (expires_at);

-- One row per issue.
create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The address in the archive, given when sending starts.
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  subject text not null check (length(subject) <= 120 and subject !~ '[[:cntrl:]]'),
  preview text not null check (length(preview) <= 150 and preview !~ '[[:cntrl:]]'),
  intro text not null check (length(intro) <= 8000),
  -- Null: the weekly newsletter.
  neighborhood_slug text,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'stopped', 'sent')),
  send_at timestamptz,
  -- Why it was not sent on time.
  problem text check (length(problem) <= 300),
  started_at timestamptz,
  finished_at timestamptz,
  -- The issue as it was when sending started: the archive and the mails stay the same.
  content jsonb,
  body_text text,
  body_html text,
  sent_count integer not null default 0,
  failed_count integer not null default 0,
  -- Detects two editors at the same time.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When an editor removed it from the archive; it can be restored.
  withdrawn_at timestamptz,
  -- When a draft was deleted; it can be restored until a job deletes it for good.
  deleted_at timestamptz,
  check ((state = 'scheduled') = (send_at is not null)),
  check ((state in ('sending', 'stopped', 'sent')) = (started_at is not null)),
  check ((started_at is not null) = (slug is not null and content is not null and body_text is not null and body_html is not null)),
  check ((state = 'sent') = (finished_at is not null)),
  constraint newsletter_issues_withdrawn check (withdrawn_at is null or started_at is not null),
  constraint newsletter_issues_deleted check (deleted_at is null or state = 'draft')
);
create index newsletter_issues_by_day on newsletter_issues (created_at desc);
create index newsletter_issues_at_work on newsletter_issues (state) where state in ('scheduled', 'sending');
-- The archive.
create index newsletter_issues_out on newsletter_issues (started_at desc) where started_at is not null and withdrawn_at is null;
create index newsletter_issues_deleted_at on newsletter_issues (deleted_at) where deleted_at is not null;

-- One row per guide or place in an issue, in its order.
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

-- One row per delivery: no subscriber gets an issue twice, and none is left out if the process dies halfway.
create table newsletter_deliveries (
  issue_id uuid not null references newsletter_issues on delete cascade,
  subscriber_id uuid not null references newsletter_subscribers on delete cascade,
  -- "not-sent": no mail server is set up. "skipped": the subscriber unsubscribed or paused before the mail was queued.
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sent', 'not-sent', 'bounced', 'failed', 'skipped')),
  -- No foreign key: mails are deleted from the outbox after a while.
  mail_id uuid,
  primary key (issue_id, subscriber_id),
  check (state <> 'queued' or mail_id is not null)
);
create index newsletter_deliveries_by_state on newsletter_deliveries (issue_id, state);
create index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id);
create index newsletter_deliveries_by_mail on newsletter_deliveries (mail_id) where mail_id is not null;

-- Deletes the waiting newsletters of a deleted subscriber, because their links no longer work.
create function delete_waiting_newsletters() returns trigger language plpgsql as $$
begin
  delete from mails m using newsletter_deliveries d
  where d.subscriber_id = old.id and m.id = d.mail_id and m.sent_at is null;
  return old;
end
$$;
create trigger newsletter_subscribers_deleted before delete on newsletter_subscribers
  for each row execute function delete_waiting_newsletters();


-- Contact messages -----------------------------------------------------------------------------------------------------

-- One row per message from the contact form.
create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  topic text not null check (topic in ('guide', 'business', 'account', 'press', 'other')),
  body text not null check (length(body) between 1 and 5000),
  -- "spam": needs no answer, and is deleted sooner than other messages.
  state text not null default 'open' check (state in ('open', 'answered', 'closed', 'spam')),
  user_id uuid references users on delete cascade,
  assigned_to uuid references users on delete set null,
  -- Hashes of the network address and the email address, to limit messages; deleted after 60 days, as is digest.
  ip_hash text check (ip_hash ~ '^[0-9a-f]{64}$'),
  email_hash text check (email_hash ~ '^[0-9a-f]{64}$'),
  -- Of the sender and the content: sending the same form again is one message.
  digest text unique check (digest ~ '^[0-9a-f]{64}$'),
  -- The mail that confirmed the message; replies are in its thread. Null: no such mail was sent.
  mail_id uuid,
  sent_at timestamptz not null,
  changed_at timestamptz not null
);
create index contact_messages_by_state on contact_messages (state, sent_at desc);
create index contact_messages_by_day on contact_messages (sent_at);
create index contact_messages_by_user on contact_messages (user_id) where user_id is not null;
create index contact_messages_by_assigned on contact_messages (assigned_to) where assigned_to is not null;
create index contact_messages_by_ip on contact_messages (ip_hash, sent_at) where ip_hash is not null;
create index contact_messages_by_email on contact_messages (email_hash, sent_at) where email_hash is not null;
-- For the editors' search by a part of the name, the address or the text.
create index contact_messages_words on contact_messages using gin ((name || ' ' || email || ' ' || body) gin_trgm_ops) with (fastupdate = off);

-- One row per reply to a message.
create table contact_replies (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages on delete cascade,
  body text not null check (length(body) between 1 and 10000),
  written_by uuid references users on delete set null,
  mail_id uuid not null,
  -- Of the form: sending it twice makes one reply.
  form_key uuid not null unique,
  sent_at timestamptz not null
);
create index contact_replies_by_message on contact_replies (message_id, sent_at);
create index contact_replies_by_writer on contact_replies (written_by) where written_by is not null;

-- One row per message that an editor deleted on the day it arrived, stored for a day: hashes alone, so that deleting spam
-- does not reset its sender's daily limit, nor the limit of confirmation mails to a stranger's address.
create table deleted_message_hashes (
  -- As in contact_messages.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- Of the member, or of a guest's network address.
  sender_hash text not null check (sender_hash ~ '^[0-9a-f]{64}$'),
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  was_confirmed boolean not null,
  sent_at timestamptz not null
);
create index deleted_message_hashes_by_sender on deleted_message_hashes (sender_hash, sent_at);
create index deleted_message_hashes_by_email on deleted_message_hashes (email_hash, sent_at);
create index deleted_message_hashes_by_day on deleted_message_hashes (sent_at);
