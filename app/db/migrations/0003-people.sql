-- The people district: users and sessions, membership and billing, saves and lists, reviews, questions.


-- Users ----------------------------------------------------------------------------------------------------------------

-- One row per person who has signed in, and per invented person of the demo data.
create table users (
  id uuid primary key default gen_random_uuid(),
  -- In lower case, so that one address is one user. Null for demo users, who cannot sign in, and after account deletion.
  email text unique check (length(email) between 3 and 254 and email = lower(email)),
  -- Empty if the identity provider gave no name; shown as "Anonymous".
  name text not null check (length(name) <= 120),
  -- The identity provider's picture. http is allowed for a provider on the same machine.
  picture_url text check (picture_url ~ '^https?://' and length(picture_url) <= 500),
  role text not null default 'member' check (role in ('member', 'business', 'admin')),
  neighborhood_slug text references neighborhoods on delete set null,
  -- Whether the profile is public.
  is_public boolean not null default false,
  is_demo boolean not null default false,
  joined_at timestamptz not null,
  suspended_at timestamptz,
  -- When the member deleted the account; the row is deleted some days later.
  deleted_at timestamptz,
  -- One of the three users of the development login. Production refuses them; their reviews are not demo data.
  is_persona boolean not null default false,
  -- The member chose the name: later sign-ins leave it alone.
  has_custom_name boolean not null default false,
  -- Counts the changes of the profile, to detect a form that was opened before the last one.
  profile_version integer not null default 1 check (profile_version >= 1),
  -- Whether notifications are sent by mail too.
  has_email_notifications boolean not null default false,
  suspension_reason text check (length(suspension_reason) between 1 and 500),
  -- Null: until an admin lifts the suspension.
  suspended_until timestamptz,
  -- For the foreign key of reviews: a review is demo data exactly when its author is.
  unique (id, is_demo),
  check (not is_demo or (email is null and role = 'member')),
  constraint users_persona_is_no_demo check (not (is_persona and is_demo)),
  constraint users_suspension
    check (suspended_at is not null or (suspension_reason is null and suspended_until is null))
);
create index users_by_joined on users (joined_at desc, id);
create index users_demo on users (id) where is_demo;
create index users_persona on users (id) where is_persona;
-- For the job that deletes accounts for good.
create index users_deleted on users (deleted_at) where deleted_at is not null;
-- For the job that ends suspensions.
create index users_suspended_until on users (suspended_until) where suspended_until is not null;
-- For the admins' table: its filters, the search by a part of the name or id, and its sort orders.
create index users_suspended on users (joined_at desc, id) where suspended_at is not null;
create index users_leaving on users (joined_at desc, id) where deleted_at is not null;
create index users_by_words on users using gin (lower(name || ' ' || id::text) gin_trgm_ops) with (fastupdate = off);
create index users_by_name on users (lower(name), id);
create index users_by_role on users (role, joined_at desc, id);
-- For the lists of admins, and the check that one of them is left.
create index users_admins on users (id) where role = 'admin';

-- Open pages update when their user's role or standing changes, and when the account is deleted for good.
create trigger users_changed_notify after update of role, suspended_at, deleted_at on users for each row
  when (old.role is distinct from new.role or old.suspended_at is distinct from new.suspended_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function notify_user('id');
create trigger users_deleted_notify after delete on users for each row
  when (not old.is_demo) execute function notify_user('id');
-- Deleting an account blanks what the audit log says about its user.
create trigger users_redact_audit after delete on users
  for each row execute function redact_audit_of_user();

-- The tables of the core and guide districts that name users. What a user received is deleted with the account; what a
-- user did stays, without the name.
alter table audit_entries add foreign key (actor_id) references users on delete set null;
alter table mails add foreign key (user_id) references users on delete cascade;
alter table moderation_cases add foreign key (decided_by) references users on delete set null;
alter table moderation_cases add foreign key (assigned_to) references users on delete set null;
alter table notifications add foreign key (user_id) references users on delete cascade;
alter table operation_runs add foreign key (requested_by) references users on delete set null;
alter table place_changes add foreign key (changed_by) references users on delete set null;
alter table authors add foreign key (user_id) references users on delete set null;

-- One row per picture of a member who uses the identity provider's picture; without a row, the picture is drawn.
create table member_pictures (
  user_id uuid primary key references users on delete cascade,
  -- The address that the picture was fetched from, once.
  source_url text not null check (length(source_url) <= 500),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  fetched_at timestamptz not null
);


-- Sessions and signing in ----------------------------------------------------------------------------------------------

-- One row per signed-in browser.
create table sessions (
  -- Names the session on the member's page of sessions.
  id uuid primary key default gen_random_uuid(),
  -- Only the hash of the token: reading this table is not enough to sign in.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- A short label such as "Firefox on Windows", never the whole user agent.
  browser text not null check (length(browser) <= 80),
  created_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= created_at)
);
create index sessions_by_user on sessions (user_id, last_seen_at desc);
create index sessions_by_last_seen on sessions (last_seen_at);
-- Open pages notice when their session ends.
create trigger sessions_deleted_notify after delete on sessions for each row execute function notify_user('user_id');

-- One row per account at an identity provider. Users are found by this pair alone, because an email address can change
-- hands.
create table identities (
  issuer text not null check (length(issuer) <= 300),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- One row per sign-in in progress, used once. A cookie, stored here as a hash, binds it to the browser that started it.
create table sign_in_attempts (
  secret_hash bytea primary key check (length(secret_hash) = 32),
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null check (length(return_to) <= 500),
  started_at timestamptz not null
);
create index sign_in_attempts_by_start on sign_in_attempts (started_at);


-- Membership and billing -----------------------------------------------------------------------------------------------

-- Numbers the requests to the payment provider, drawn before each request: of two answers, the one requested later wins.
create sequence billing_sync_versions;

-- One row per user and payment provider: the user's customer there. Stripe, its test mode and the sandbox are three
-- providers, so that changing the API key forgets no customer who may still be paying.
create table customers (
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  provider_id text not null check (length(provider_id) between 1 and 200),
  created_at timestamptz not null,
  -- The ticket of the last answer that was written; an answer with an older one is ignored.
  sync_version bigint not null default 0,
  synced_at timestamptz,
  -- When the job last tried to sync the customer, successful or not: a customer that fails holds up no other.
  tried_at timestamptz,
  primary key (user_id, provider),
  unique (provider, provider_id)
);
create index customers_by_try on customers (provider, tried_at nulls first);

-- One row per user who has or had a subscription, as the provider last reported it. The membership is computed from it and
-- the clock, so that it ends on time even if no webhook arrives.
create table subscriptions (
  user_id uuid primary key,
  provider_id text not null check (length(provider_id) between 1 and 200),
  tier text not null check (tier in ('local-explorer', 'city-insider', 'vip')),
  status text not null check (status in ('active', 'past-due', 'ended')),
  started_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  cancel_at timestamptz,
  grace_ends_at timestamptz check ((grace_ends_at is not null) = (status = 'past-due')),
  -- The plan from the next period on.
  next_tier text check (next_tier in ('local-explorer', 'city-insider', 'vip')),
  provider text not null,
  foreign key (user_id, provider) references customers on delete cascade
);
-- Open pages update when the membership changes.
create trigger subscriptions_notify after insert or delete on subscriptions for each row
  execute function notify_user('user_id');
create trigger subscriptions_changed_notify after update on subscriptions for each row
  when (old.* is distinct from new.*) execute function notify_user('user_id');

-- One row per webhook event. An event that is not done is processed when the provider sends it again.
create table billing_events (
  id text primary key check (length(id) between 1 and 200),
  type text not null check (length(type) between 1 and 100),
  received_at timestamptz not null,
  processed_at timestamptz check (processed_at >= received_at)
);
create index billing_events_by_day on billing_events (received_at);

-- One row per payment to refund, written before the provider is called. Rows outlive the account, for accounting.
create table refunds (
  payment_id text primary key check (length(payment_id) between 1 and 200),
  user_id uuid references users on delete set null,
  amount_cents integer not null check (amount_cents > 0),
  -- "not-refundable": the provider refuses the refund, for example because the bank already took the money back.
  status text not null check (status in ('pending', 'refunded', 'not-refundable')),
  -- "system": a payment next to another membership, or for a deleted account.
  requested_by text not null check (requested_by in ('member', 'operator', 'system')),
  requested_at timestamptz not null,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  -- When the job last tried it: a refund that fails holds up no other.
  tried_at timestamptz
);
create index refunds_by_user on refunds (user_id);
create index refunds_unfinished on refunds (provider, tried_at nulls first, requested_at) where status = 'pending';

-- One row per customer in another account of the same provider, which the current API key does not know. That account may
-- still bill the user, so the link is stored when the user becomes a customer again.
create table orphaned_customers (
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  customer_id text not null check (length(customer_id) between 1 and 200),
  user_id uuid not null references users on delete cascade,
  orphaned_at timestamptz not null,
  primary key (provider, customer_id)
);
create index orphaned_customers_by_user on orphaned_customers (user_id);


-- The sandbox ----------------------------------------------------------------------------------------------------------
-- Our double of Stripe, used if no payment provider is set up. No card is charged, and no card number is stored.

-- One row per object of Stripe's API: customer, checkout, subscription, invoice, charge, refund, dispute. Also the answers to
-- idempotency keys, and the webhook endpoint with the secret that signs events.
create table sandbox_objects (
  id text primary key check (length(id) between 1 and 300),
  customer_id text references sandbox_objects on delete cascade,
  -- The member of a customer. Deleting the account deletes all objects of the customer.
  user_id uuid references users on delete cascade check ((user_id is not null) = (object->>'object' = 'customer')),
  object jsonb not null,
  position bigint not null generated always as identity
);
create index sandbox_objects_by_customer on sandbox_objects (customer_id, position);
create index sandbox_objects_by_user on sandbox_objects (user_id) where user_id is not null;
insert into sandbox_objects (id, object) values ('we_sandbox', jsonb_build_object('object', 'webhook_endpoint',
  'secret', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')));

-- One row per webhook event that the sandbox sends to the site.
create table sandbox_events (
  id text primary key,
  customer_id text not null references sandbox_objects on delete cascade,
  event jsonb not null,
  created_at timestamptz not null,
  position bigint not null generated always as identity,
  delivered_at timestamptz,
  tries integer not null default 0
);
create index sandbox_events_by_customer on sandbox_events (customer_id);
create index sandbox_events_due on sandbox_events (position) where delivered_at is null;
create index sandbox_events_by_day on sandbox_events (delivered_at);


-- Saves, lists and picks -----------------------------------------------------------------------------------------------

-- One row per place that a member saved.
create table saved_places (
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, place_id)
);
create index saved_places_by_member on saved_places (user_id, saved_at desc);
create index saved_places_by_place on saved_places (place_id);

-- One row per guide that a member saved.
create table saved_guides (
  user_id uuid not null references users on delete cascade,
  post_id bigint not null references posts on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, post_id)
);
create index saved_guides_by_member on saved_guides (user_id, saved_at desc);
create index saved_guides_by_guide on saved_guides (post_id);

-- One row per list of a member.
create table lists (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  note text not null default '' check (length(note) <= 2000),
  visibility text not null check (visibility in ('private', 'link', 'public')),
  created_at timestamptz not null,
  updated_at timestamptz not null check (updated_at >= created_at),
  -- The list's shared address: 122 random bits, which cannot be guessed. A new key ends the old address. Private lists have
  -- a key too, and show nothing under it.
  share_key text not null unique default replace(gen_random_uuid()::text, '-', '') check (share_key ~ '^[0-9a-f]{32}$'),
  -- The shared list that this one is a copy of. Deleting the original leaves the copy.
  copied_from uuid references lists on delete set null check (copied_from <> id),
  -- The user who gave a copied list its name, until the copy is renamed. When that account is deleted, the name goes too.
  named_by uuid references users on delete set null check (named_by <> owner_id)
);
create index lists_by_owner on lists (owner_id, updated_at desc);
create index lists_public on lists (updated_at desc) where visibility = 'public';
-- Copying a list twice makes one copy.
create unique index lists_copied_once on lists (owner_id, copied_from) where copied_from is not null;
create index lists_copies on lists (copied_from) where copied_from is not null;
create index lists_named_by on lists (named_by) where named_by is not null;

-- Renames a copied list when the account that named it is deleted (the foreign key sets named_by to null).
create function anonymize_list_name() returns trigger language plpgsql as $$
begin
  if new.named_by is null and old.named_by is not null and new.name = old.name then
    new.name := 'A copied list';
  end if;
  return new;
end
$$;
create trigger lists_namer_deleted before update of named_by on lists
  for each row execute function anonymize_list_name();

-- One row per place in a list.
create table list_entries (
  list_id uuid not null references lists on delete cascade,
  place_id bigint not null references places on delete cascade,
  position smallint not null check (position >= 0),
  note text not null default '' check (length(note) <= 500),
  added_at timestamptz not null,
  primary key (list_id, place_id),
  -- Deferred: a list is reordered by writing one position after the other.
  unique (list_id, position) deferrable initially deferred
);
create index list_entries_by_place on list_entries (place_id);

-- One row per pick that a member dismissed.
create table pick_dismissals (
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, place_id)
);
create index pick_dismissals_by_member on pick_dismissals (user_id, dismissed_at desc);
create index pick_dismissals_by_place on pick_dismissals (place_id);


-- Reviews --------------------------------------------------------------------------------------------------------------

-- One row per review: one for each author and place.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  author_id uuid not null,
  is_demo boolean not null,
  stars smallint not null check (stars between 1 and 5),
  body text not null check (length(body) between 20 and 4000),
  visit_month text not null check (visit_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- The author's relation to the business, which every author declares.
  relation text not null check (relation in ('none', 'acquainted', 'invited', 'staff', 'owner')),
  -- "withdrawn": published until the author deleted the account, and again if the author restores it.
  status text not null check (status in ('published', 'held', 'rejected', 'withdrawn')),
  created_at timestamptz not null,
  edited_at timestamptz check (edited_at >= created_at),
  -- Counts the edits; the earlier versions are in review_versions.
  version integer not null default 1 check (version >= 1),
  -- A hash of the letters and digits alone, which finds the same text with other punctuation. Null for demo reviews.
  text_hash text check (text_hash ~ '^[0-9a-f]{64}$'),
  unique (place_id, author_id),
  foreign key (author_id, is_demo) references users (id, is_demo) on update cascade on delete cascade
);
create index reviews_by_day on reviews (place_id, created_at desc, id) where status = 'published';
create index reviews_by_stars on reviews (place_id, stars, created_at desc, id) where status = 'published';
create index reviews_by_author on reviews (author_id, created_at desc);
create index reviews_by_text_hash on reviews (text_hash) where text_hash is not null;
alter table moderation_cases add foreign key (review_id) references reviews on delete cascade;

-- One row per place with its numbers of published reviews by stars. Demo reviews have a row of their own, so that exports
-- and structured data can leave them out. Written by the trigger of reviews alone.
create table place_ratings (
  place_id bigint not null references places on delete cascade,
  is_demo boolean not null,
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0),
  review_count integer not null generated always as (stars_1 + stars_2 + stars_3 + stars_4 + stars_5) stored,
  stars_sum integer not null generated always as (stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5) stored,
  primary key (place_id, is_demo)
);

-- Adds a review to its place's rating (step 1) or subtracts it (step -1).
create function count_place_rating(counted reviews, step integer) returns void language sql as $$
  insert into place_ratings as known (place_id, is_demo)
    select counted.place_id, counted.is_demo where step > 0
    on conflict do nothing;
  update place_ratings set
    stars_1 = stars_1 + step * (counted.stars = 1)::int,
    stars_2 = stars_2 + step * (counted.stars = 2)::int,
    stars_3 = stars_3 + step * (counted.stars = 3)::int,
    stars_4 = stars_4 + step * (counted.stars = 4)::int,
    stars_5 = stars_5 + step * (counted.stars = 5)::int
  where place_id = counted.place_id and is_demo = counted.is_demo;
$$;

-- Keeps place_ratings equal to the published reviews. The database counts, so that no change of a review (an edit, a
-- decision, a deleted account) can miss it, and two concurrent changes cannot overwrite each other's count.
create function count_changed_review() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'published' then perform count_place_rating(old, -1); end if;
  if tg_op <> 'DELETE' and new.status = 'published' then perform count_place_rating(new, 1); end if;
  return null;
end
$$;
create trigger reviews_counted after insert or delete or update of place_id, is_demo, stars, status on reviews
  for each row execute function count_changed_review();

-- One row per earlier version of a review.
create table review_versions (
  review_id uuid not null references reviews on delete cascade,
  version integer not null check (version >= 1),
  stars smallint not null check (stars between 1 and 5),
  body text not null check (length(body) between 20 and 4000),
  visit_month text not null check (visit_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  relation text not null check (relation in ('none', 'acquainted', 'invited', 'staff', 'owner')),
  -- When the next version replaced it.
  replaced_at timestamptz not null,
  primary key (review_id, version)
);

-- One row per browser (as the hash of its cookie) and account that wrote from it; deleted after 30 days.
create table review_browsers (
  browser_hash text not null check (browser_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references users on delete cascade,
  wrote_at timestamptz not null,
  primary key (browser_hash, user_id)
);
create index review_browsers_by_user on review_browsers (user_id);
create index review_browsers_by_day on review_browsers (wrote_at);

-- One row per "helpful" vote.
create table review_votes (
  review_id uuid not null references reviews on delete cascade,
  user_id uuid not null references users on delete cascade,
  voted_at timestamptz not null,
  primary key (review_id, user_id)
);
create index review_votes_by_user on review_votes (user_id);

-- One row per report of a review.
create table review_reports (
  review_id uuid not null references reviews on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('spam', 'elsewhere', 'abusive', 'private', 'interest')),
  note text not null check (length(note) <= 500),
  reported_at timestamptz not null,
  primary key (review_id, reporter_id)
);
create index review_reports_by_reporter on review_reports (reporter_id, reported_at desc);

-- One row per public reply of a business, one for each review. It is deleted with the review, and with the account of the
-- person who wrote it for the business.
create table review_replies (
  review_id uuid primary key references reviews on delete cascade,
  author_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 2 and 2000),
  replied_at timestamptz not null,
  -- Null: never edited.
  edited_at timestamptz check (edited_at >= replied_at)
);
create index review_replies_by_author on review_replies (author_id);

-- One row per review, question or answer that its author deleted within a day: it still counts toward the daily limit.
-- Nothing of its text is stored.
create table recent_content_deletions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  place_id bigint not null references places on delete cascade,
  kind text not null check (kind in ('review', 'question', 'answer')),
  posted_at timestamptz not null
);
create index recent_content_deletions_by_user on recent_content_deletions (user_id, posted_at);
create index recent_content_deletions_by_place on recent_content_deletions (place_id);
create index recent_content_deletions_by_day on recent_content_deletions (posted_at);


-- Questions ------------------------------------------------------------------------------------------------------------

-- One row per question of a VIP member to the editors.
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
-- A member has one open question at a time.
create unique index editor_questions_waiting on editor_questions (asker_id) where answered_at is null;
create index editor_questions_by_asker on editor_questions (asker_id, asked_at desc);
create index editor_questions_by_day on editor_questions (asked_at) where answered_at is null;
create index editor_questions_answered_by on editor_questions (answered_by);

-- One row per public question about a place. The moderator who decided about it is in its case.
create table place_questions (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  asker_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 1 and 1000),
  status text not null check (status in ('published', 'held', 'rejected')),
  -- Why it was held for a moderator before it was shown, as codes.
  hold_reasons text[] not null default '{}',
  asked_at timestamptz not null,
  decided_at timestamptz check (decided_at >= asked_at),
  decision_reason text check (length(decision_reason) <= 1000),
  check (status <> 'rejected' or decided_at is not null)
);
create index place_questions_by_place on place_questions (place_id, asked_at desc, id);
create index place_questions_by_asker on place_questions (asker_id, asked_at desc);
alter table moderation_cases add foreign key (question_id) references place_questions on delete cascade;

-- One row per answer to a question.
create table place_answers (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null references place_questions on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- Written for the business by its owner or a manager.
  is_business boolean not null,
  body text not null check (length(body) between 1 and 2500),
  status text not null check (status in ('published', 'held', 'rejected')),
  hold_reasons text[] not null default '{}',
  answered_at timestamptz not null,
  edited_at timestamptz check (edited_at >= answered_at),
  decided_at timestamptz check (decided_at >= answered_at),
  decision_reason text check (length(decision_reason) <= 1000),
  check (status <> 'rejected' or decided_at is not null)
);
-- One answer of the business, which a new one replaces, and one of each member.
create unique index place_answers_of_business on place_answers (question_id) where is_business;
create unique index place_answers_of_member on place_answers (question_id, author_id) where not is_business;
create index place_answers_by_question on place_answers (question_id);
create index place_answers_by_author on place_answers (author_id, answered_at desc);
alter table moderation_cases add foreign key (answer_id) references place_answers on delete cascade;

-- One row per report of a question or an answer.
create table place_question_reports (
  id uuid primary key default gen_random_uuid(),
  -- The subject: exactly one of the two.
  question_id uuid references place_questions on delete cascade,
  answer_id uuid references place_answers on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  note text not null check (length(note) <= 1000),
  reported_at timestamptz not null,
  -- When a moderator decided about it.
  closed_at timestamptz check (closed_at >= reported_at),
  check ((question_id is null) <> (answer_id is null))
);
create unique index place_question_reports_of_question on place_question_reports (question_id, reporter_id)
  where question_id is not null;
create unique index place_question_reports_of_answer on place_question_reports (answer_id, reporter_id)
  where answer_id is not null;
create index place_question_reports_by_reporter on place_question_reports (reporter_id);
