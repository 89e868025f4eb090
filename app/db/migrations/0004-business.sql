-- The business district: owners and claims, submissions, photos of places, owner edits, corrections, campaigns.


-- Owners and claims ----------------------------------------------------------------------------------------------------

-- One row per owner or manager of a place.
create table place_owners (
  place_id bigint not null references places on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- A manager may do everything except inviting people and giving the listing up.
  role text not null check (role in ('owner', 'manager')),
  since timestamptz not null,
  -- The person who invited them. Null for the person who claimed the place, and after that account is deleted.
  added_by uuid references users on delete set null,
  primary key (place_id, user_id)
);
create index place_owners_by_user on place_owners (user_id);
create index place_owners_by_adder on place_owners (added_by);

-- One row per attempt to claim a place in one way: by a code in a mail, by a code on the website, or by evidence.
create table place_claims (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  claimer_id uuid not null references users on delete cascade,
  method text not null check (method in ('mail', 'site', 'evidence')),
  -- The domain of the place's website when the code was made; a new website needs a new code.
  domain text check (length(domain) <= 253),
  -- The address that the code was mailed to.
  email text check (email = lower(email) and length(email) <= 254),
  code_hash bytea check (octet_length(code_hash) = 32),
  -- How often a code was entered, or the website checked.
  tries smallint not null default 0 check (tries between 0 and 20),
  evidence text not null default '' check (length(evidence) <= 2000),
  case_id uuid references moderation_cases on delete cascade,
  started_at timestamptz not null,
  expires_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('granted', 'rejected', 'withdrawn', 'replaced')),
  check ((closed_at is null) = (outcome is null)),
  check ((method = 'evidence') = (code_hash is null)),
  check (method = 'evidence' or (domain is not null and expires_at is not null)),
  check ((method = 'mail') or email is null)
);
create unique index place_claims_open on place_claims (place_id, claimer_id, method) where closed_at is null;
create index place_claims_by_place on place_claims (place_id, started_at desc);
create index place_claims_by_claimer on place_claims (claimer_id, started_at desc);
-- For the limit of codes per address.
create index place_claims_by_email on place_claims (email, started_at desc) where email is not null;
create index place_claims_by_case on place_claims (case_id) where case_id is not null;
create index place_claims_by_day on place_claims (started_at);

-- Deletes the open case of a deleted claim: when the claimer's account is gone, nothing is left to decide.
create function delete_claim_case() returns trigger language plpgsql as $$
begin
  delete from moderation_cases where id = old.case_id and closed_at is null;
  return null;
end
$$;
create trigger place_claims_deleted after delete on place_claims
  for each row when (old.case_id is not null) execute function delete_claim_case();

-- One row per invitation to manage a place. Accepting deletes the row; a revoked one stays for a while, because it counts
-- toward the limit of invitations.
create table place_invitations (
  id uuid primary key default gen_random_uuid(),
  place_id bigint not null references places on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('owner', 'manager')),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  invited_by uuid not null references users on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create unique index place_invitations_open on place_invitations (place_id, email) where closed_at is null;
create index place_invitations_by_place on place_invitations (place_id, invited_at desc);
create index place_invitations_by_inviter on place_invitations (invited_by, invited_at desc);
create index place_invitations_by_email on place_invitations (email) where closed_at is null;
create index place_invitations_by_day on place_invitations (expires_at);


-- Submissions ----------------------------------------------------------------------------------------------------------

-- One row per submission: a proposed new listing, which waits for an editor.
create table submissions (
  id uuid primary key default gen_random_uuid(),
  -- The secret address of the page that shows its outcome.
  key text not null unique default replace(gen_random_uuid()::text, '-', '') check (key ~ '^[0-9a-f]{32}$'),
  name text not null check (length(name) between 1 and 120),
  -- By field, with values as in place_facts.
  facts jsonb not null,
  relation text not null check (relation in ('owner', 'staff', 'customer', 'other')),
  note text not null check (length(note) <= 500),
  submitter_id uuid references users on delete cascade,
  email text check (length(email) <= 254),
  -- In the link of the mail that asks to confirm the address; null once confirmed, and if no such mail was sent.
  email_key text unique check (email_key ~ '^[0-9a-f]{32}$'),
  email_confirmed_at timestamptz,
  -- Hashes of the browser's cookie, the network address and the email address, to limit submissions. They are deleted
  -- after 60 days, as are digest and text_digest.
  browser_hash text check (browser_hash ~ '^[0-9a-f]{64}$'),
  ip_hash text check (ip_hash ~ '^[0-9a-f]{64}$'),
  email_hash text check (email_hash ~ '^[0-9a-f]{64}$'),
  -- Of the sender and the content: sending the same form again is one submission.
  digest text unique check (digest ~ '^[0-9a-f]{64}$'),
  -- Of the description alone: the same text for many businesses is advertising.
  text_digest text check (text_digest ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null,
  -- When an editor first opened it.
  read_at timestamptz,
  -- The listing created from it, or the existing one that it duplicates.
  place_id bigint references places on delete set null,
  is_duplicate boolean not null default false
);
create index submissions_by_submitter on submissions (submitter_id, sent_at desc) where submitter_id is not null;
create index submissions_by_browser on submissions (browser_hash, sent_at) where browser_hash is not null;
create index submissions_by_ip on submissions (ip_hash, sent_at) where ip_hash is not null;
create index submissions_by_email on submissions (email_hash, sent_at) where email_hash is not null;
create index submissions_by_text on submissions (text_digest) where text_digest is not null;
create index submissions_by_place on submissions (place_id) where place_id is not null;
create index submissions_by_day on submissions (sent_at);
alter table moderation_cases add foreign key (submission_id) references submissions on delete cascade;

-- One row per user with an unfinished submission form.
create table submission_drafts (
  user_id uuid primary key references users on delete cascade,
  fields jsonb not null,
  saved_at timestamptz not null
);


-- Photos of places -----------------------------------------------------------------------------------------------------

-- One row per photo that a business uploaded, or that came with a submission. The picture is encoded again on arrival, and
-- everything shown is made from that; of the uploaded file only the hash is stored.
create table place_photos (
  id uuid primary key default gen_random_uuid(),
  -- Null: it waits with its submission, or the place is deleted and a job removes the files.
  place_id bigint references places on delete set null,
  -- The SHA-256 of the uploaded file: uploading the same file again makes no second photo of a place.
  source_digest text not null check (source_digest ~ '^[0-9a-f]{64}$'),
  -- The stored picture, upright, in pixels.
  width integer not null check (width between 1 and 4000),
  height integer not null check (height between 1 and 4000),
  -- Empty: not described yet, and therefore not shown.
  alt text not null default '' check (length(alt) <= 200),
  position integer not null,
  -- The crop: its shape, its size in percent of the largest possible crop, and its position in percent.
  crop_shape text not null default 'whole' check (crop_shape in ('whole', '16:9', '3:2', '4:3', '1:1', '3:4')),
  crop_size smallint not null default 100 check (crop_size between 20 and 100),
  crop_x smallint not null default 50 check (crop_x between 0 and 100),
  crop_y smallint not null default 50 check (crop_y between 0 and 100),
  -- The names of the files that are wanted and of those that are ready: hashes of the picture and of how the files are made.
  rendition text not null check (rendition ~ '^[0-9a-f]{32}$'),
  ready_rendition text check (ready_rendition ~ '^[0-9a-f]{32}$'),
  ready_width integer check (ready_width > 0),
  ready_height integer check (ready_height > 0),
  -- Null: the picture itself is still being written.
  stored_at timestamptz,
  tries smallint not null default 0 check (tries >= 0),
  -- No attempt to prepare it before this time: another instance is at it, or the last attempt has just failed.
  try_after timestamptz not null,
  -- Counts the changes of what is shown, so that a moderator decides about what they have seen.
  version integer not null default 1,
  -- Null after the user's account is deleted; the photo belongs to the place.
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz,
  taken_down_at timestamptz,
  taken_down_reason text check (length(taken_down_reason) <= 500),
  files_removed_at timestamptz,
  -- The submission that it came with, for an undo of the approval and for the credit line.
  submission_id uuid references submissions on delete set null,
  -- Stays true when the submission is deleted with its sender's account: such a photo must not be credited to the business.
  is_from_submission boolean not null default false,
  check (num_nonnulls(ready_rendition, ready_width, ready_height) in (0, 3)),
  check (num_nonnulls(taken_down_at, taken_down_reason) in (0, 2))
);
create unique index place_photos_once on place_photos (place_id, source_digest) where deleted_at is null;
create index place_photos_by_place on place_photos (place_id, position);
create index place_photos_by_uploader on place_photos (uploaded_by);
-- For the jobs that prepare files and remove them.
create index place_photos_unprepared on place_photos (try_after)
  where ready_rendition is distinct from rendition and deleted_at is null;
create index place_photos_to_remove on place_photos (deleted_at) where files_removed_at is null;
create unique index place_photos_once_submitted on place_photos (submission_id, source_digest)
  where submission_id is not null and deleted_at is null;
create index place_photos_by_submission on place_photos (submission_id, position) where submission_id is not null;
-- For the daily limit of photos with submissions.
create index place_photos_submitted on place_photos (uploaded_at) where submission_id is not null;
alter table moderation_cases add foreign key (photo_id) references place_photos on delete cascade;

-- Detaches the photos of a submission that is deleted with its sender's account. The description of a photo without a
-- place is emptied, and the next run of the job removes its files. This happens before the submission is deleted, so that
-- no photo ever names a submission that is gone.
create function release_submission_photos() returns trigger language plpgsql as $$
begin
  update place_photos set submission_id = null, alt = case when place_id is null then '' else alt end
    where submission_id = old.id;
  return old;
end
$$;
create trigger submissions_photos_released before delete on submissions
  for each row execute function release_submission_photos();

-- One row per report of a photo.
create table place_photo_reports (
  photo_id uuid not null references place_photos on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('elsewhere', 'stolen', 'people', 'offensive', 'advertising')),
  note text not null check (length(note) <= 500),
  reported_at timestamptz not null,
  primary key (photo_id, reporter_id)
);
create index place_photo_reports_by_reporter on place_photo_reports (reporter_id, reported_at desc);


-- Owner edits ----------------------------------------------------------------------------------------------------------

-- One row per owner edit that needs an editor's approval: what the place is called and where it is. The listing stays as
-- it is until then.
create table owner_edits (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references moderation_cases on delete cascade,
  place_id bigint not null references places on delete cascade,
  user_id uuid references users on delete set null,
  note text not null check (length(note) <= 500),
  is_open boolean not null default true,
  sent_at timestamptz not null
);
create unique index owner_edits_one_open on owner_edits (place_id) where is_open;
create index owner_edits_by_case on owner_edits (case_id);
create index owner_edits_by_place on owner_edits (place_id, sent_at desc);
create index owner_edits_by_user on owner_edits (user_id) where user_id is not null;

-- One row per field of an owner edit.
create table owner_edit_changes (
  edit_id uuid not null references owner_edits on delete cascade,
  field text not null check (field in ('name', 'category', 'type', 'address', 'zip', 'position')),
  before jsonb not null,
  after jsonb not null,
  -- Null until it is decided.
  is_applied boolean,
  primary key (edit_id, field)
);

-- Empties the note when the owner's account is deleted (the foreign key sets user_id to null). The changes stay.
create function clear_owner_edit_note() returns trigger language plpgsql as $$
begin
  if new.user_id is null and old.user_id is not null then new.note := ''; end if;
  return new;
end
$$;
create trigger owner_edits_owner_deleted before update of user_id on owner_edits
  for each row execute function clear_owner_edit_note();


-- Corrections ----------------------------------------------------------------------------------------------------------

-- One row per correction: a visitor suggests an edit, or reports that a place is closed.
create table corrections (
  id uuid primary key default gen_random_uuid(),
  -- The secret address under which a guest sees the outcome.
  key text not null unique default replace(gen_random_uuid()::text, '-', '') check (key ~ '^[0-9a-f]{32}$'),
  case_id uuid not null references moderation_cases on delete cascade,
  place_id bigint not null references places on delete cascade,
  kind text not null check (kind in ('edit', 'closed')),
  closure text check (closure in ('permanent', 'temporary', 'moved', 'duplicate', 'open')),
  -- The place that this one moved to, or that it duplicates.
  other_place_id bigint references places on delete set null,
  description_note text not null check (length(description_note) <= 500),
  -- How the reporter knows.
  basis text not null check (basis in ('visit', 'call', 'website', 'work', 'other')),
  note text not null check (length(note) <= 500),
  reporter_id uuid references users on delete set null,
  -- Hashes of the browser's cookie and of the network address, to tell reporters apart; deleted after 60 days.
  browser_hash text check (browser_hash ~ '^[0-9a-f]{64}$'),
  ip_hash text check (ip_hash ~ '^[0-9a-f]{64}$'),
  -- Of the sender and the content: sending the same form again is one correction. Null after the decision or 60 days.
  digest text check (digest ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz not null,
  check ((kind = 'closed') = (closure is not null))
);
create unique index corrections_once on corrections (place_id, digest) where digest is not null;
create index corrections_by_case on corrections (case_id, sent_at);
create index corrections_by_reporter on corrections (reporter_id, sent_at desc);
create index corrections_by_browser on corrections (browser_hash, sent_at) where browser_hash is not null;
create index corrections_by_ip on corrections (ip_hash, sent_at) where ip_hash is not null;
create index corrections_by_other_place on corrections (other_place_id) where other_place_id is not null;

-- One row per field of a suggested edit.
create table correction_changes (
  correction_id uuid not null references corrections on delete cascade,
  field text not null check (field in ('name', 'type', 'address', 'zip', 'phone', 'website', 'hours', 'priceRange', 'attributeCorrections')),
  -- The fact at the time of the suggestion, and the suggested value; JSON null is unknown.
  before jsonb not null,
  after jsonb not null,
  -- Null until it is decided.
  is_applied boolean,
  primary key (correction_id, field)
);

-- Deletes the reporter's notes and hashes when the account is deleted (the foreign key sets reporter_id to null). What was
-- corrected stays.
create function clear_correction_notes() returns trigger language plpgsql as $$
begin
  if new.reporter_id is null and old.reporter_id is not null then
    new.note := '';
    new.description_note := '';
    new.browser_hash := null;
    new.ip_hash := null;
    new.digest := null;
  end if;
  return new;
end
$$;
create trigger corrections_reporter_deleted before update of reporter_id on corrections
  for each row execute function clear_correction_notes();

-- One row per confirmation that a fact still holds. It counts as long as the fact has the confirmed value; the source's own
-- date stays as it is.
create table fact_confirmations (
  id bigint generated always as identity primary key,
  place_id bigint not null references places on delete cascade,
  field text not null check (field in ('hours', 'hoursText', 'address', 'phone', 'website', 'attributes')),
  -- The md5 of the confirmed value.
  value_digest text not null check (value_digest ~ '^[0-9a-f]{32}$'),
  confirmed_by text not null check (confirmed_by in ('reader', 'staff', 'business', 'editor')),
  user_id uuid references users on delete set null,
  browser_hash text check (browser_hash ~ '^[0-9a-f]{64}$'),
  ip_hash text check (ip_hash ~ '^[0-9a-f]{64}$'),
  confirmed_at timestamptz not null
);
create index fact_confirmations_by_fact on fact_confirmations (place_id, field, confirmed_at desc);
create index fact_confirmations_by_user on fact_confirmations (user_id);


-- Campaigns ------------------------------------------------------------------------------------------------------------

-- One row per campaign. It belongs to the place: its owners and managers see it and may end it.
create table campaigns (
  id uuid primary key default gen_random_uuid(),
  -- Null: the place is deleted, and the unspent money is refunded.
  place_id bigint references places on delete set null,
  -- Null after the buyer's account is deleted.
  bought_by uuid references users on delete set null,
  -- Of the form: sending it twice makes one campaign.
  form_key uuid not null unique,
  state text not null check (state in ('draft', 'waiting', 'running', 'paused', 'ended', 'rejected')),
  headline text not null check (length(headline) between 1 and 40),
  body text not null check (length(body) between 1 and 90),
  -- The slots, such as "category:food", "neighborhood:shaw" and "search:food".
  slots text[] not null check (cardinality(slots) between 1 and 30),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  budget_period text not null check (budget_period in ('day', 'month')),
  budget_cents integer not null check (budget_cents > 0),
  -- The amount paid in advance, and the price of an impression on the day the campaign was created.
  total_cents integer not null check (total_cents > 0),
  impression_cents integer not null check (impression_cents > 0),
  -- Never more than was paid.
  spent_cents integer not null default 0 check (spent_cents between 0 and total_cents),
  -- The last day with impressions, and what they cost on that day.
  spent_on date,
  day_spent_cents integer not null default 0 check (day_spent_cents >= 0),
  -- Since when it has been running without a pause, and what was spent earlier on that day.
  active_from timestamptz,
  active_spent_cents integer not null default 0 check (active_spent_cents >= 0),
  provider text check (provider in ('stripe', 'stripe-test', 'sandbox')),
  payment_id text unique check (length(payment_id) between 1 and 200),
  paid_at timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision_reason text not null default '' check (length(decision_reason) <= 500),
  ended_at timestamptz,
  -- "stopped": by an editor. "disputed": by the payer's bank. "provider": the payment is no longer valid at the provider.
  end_reason text check (end_reason in
    ('over', 'spent', 'owner', 'place', 'rejected', 'undecided', 'stopped', 'disputed', 'provider')),
  -- The state before a dispute of the payment ended the campaign; winning the dispute restores it.
  state_before_dispute text check (state_before_dispute in ('waiting', 'running', 'paused')),
  -- When the hourly job last checked the dispute at the provider; the oldest check is repeated first.
  dispute_checked_at timestamptz,
  check (num_nonnulls(provider, payment_id, paid_at) = case when state = 'draft' then 0 else 3 end),
  check (num_nonnulls(ended_at, end_reason) = case when state in ('ended', 'rejected') then 2 else 0 end),
  constraint campaigns_state_before_dispute
    check (state_before_dispute is null or (state = 'ended' and end_reason = 'disputed'))
);
create index campaigns_by_place on campaigns (place_id, created_at desc);
create index campaigns_by_buyer on campaigns (bought_by) where bought_by is not null;
-- The running campaigns of a slot.
create index campaigns_running on campaigns using gin (slots) with (fastupdate = off) where state = 'running';
create index campaigns_unended on campaigns (ends_on) where state in ('waiting', 'running', 'paused');
create index campaigns_disputed on campaigns (bought_by) where state_before_dispute is not null;
alter table moderation_cases add foreign key (campaign_id) references campaigns on delete cascade;

-- One row per billed impression.
create table sponsored_impressions (
  -- The id of the slot in the page that was sent: it is billed once.
  id uuid primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  seen_at timestamptz not null,
  slot text not null check (length(slot) between 1 and 120),
  cents integer not null check (cents > 0)
);
create index sponsored_impressions_by_campaign on sponsored_impressions (campaign_id, day);
-- Here and in sponsored_clicks, for the job that adds up the oldest days of all campaigns.
create index sponsored_impressions_by_day on sponsored_impressions (day);

-- One row per click on a campaign.
create table sponsored_clicks (
  id uuid primary key,
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  clicked_at timestamptz not null,
  slot text not null check (length(slot) between 1 and 120)
);
create index sponsored_clicks_by_campaign on sponsored_clicks (campaign_id, day);
create index sponsored_clicks_by_day on sponsored_clicks (day);

-- One row per campaign, past day and slot: the sums of sponsored_impressions and sponsored_clicks.
create table daily_sponsored_stats (
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  slot text not null check (length(slot) between 1 and 120),
  impressions integer not null check (impressions >= 0),
  clicks integer not null check (clicks >= 0),
  cents integer not null check (cents >= 0),
  primary key (campaign_id, day, slot)
);

-- One row per payment of a campaign that was started. The job looks for payments here, so that none is missed when the
-- draft is deleted or another owner starts to pay too.
create table campaign_checkouts (
  -- No foreign key: the row outlives the draft.
  campaign_id uuid not null,
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  place_id bigint references places on delete set null,
  started_at timestamptz not null,
  -- When the job last looked; the oldest look is repeated first.
  checked_at timestamptz not null,
  primary key (campaign_id, user_id, provider)
);
create index campaign_checkouts_by_user on campaign_checkouts (user_id);
create index campaign_checkouts_by_check on campaign_checkouts (provider, checked_at);

-- One row per payment to refund, in full or in part, written before the provider is called.
create table campaign_refunds (
  payment_id text primary key check (length(payment_id) between 1 and 200),
  -- Null: a second payment of a campaign, or a payment of a deleted one.
  campaign_id uuid references campaigns on delete set null,
  user_id uuid references users on delete set null,
  provider text not null check (provider in ('stripe', 'stripe-test', 'sandbox')),
  amount_cents integer not null check (amount_cents > 0),
  -- "not-refundable": the provider refuses the refund.
  status text not null check (status in ('pending', 'refunded', 'not-refundable')),
  requested_at timestamptz not null,
  -- The campaign that a surplus payment was meant for.
  surplus_campaign_id uuid,
  place_id bigint references places on delete set null,
  -- When a "not-refundable" refund was requested again, because the bank no longer has the payment.
  retried_at timestamptz check (retried_at >= requested_at),
  -- When the provider answered that it refunds the payment, or refuses.
  settled_at timestamptz check (settled_at >= requested_at)
);
create index campaign_refunds_by_campaign on campaign_refunds (campaign_id);
create index campaign_refunds_by_user on campaign_refunds (user_id) where user_id is not null;
create index campaign_refunds_unfinished on campaign_refunds (requested_at) where status = 'pending';
create index campaign_refunds_by_surplus on campaign_refunds (surplus_campaign_id) where surplus_campaign_id is not null;
