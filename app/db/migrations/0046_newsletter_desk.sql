-- A page of the archive that an editor took down, and a draft that was deleted: both can come back. Drafts go for good later.
alter table newsletter_issues add column withdrawn_at timestamptz;
alter table newsletter_issues add column deleted_at timestamptz;
alter table newsletter_issues add constraint newsletter_issues_withdrawn check (withdrawn_at is null or started_at is not null);
alter table newsletter_issues add constraint newsletter_issues_deleted check (deleted_at is null or state = 'draft');
drop index newsletter_issues_out;
create index newsletter_issues_out on newsletter_issues (started_at desc) where started_at is not null and withdrawn_at is null;
create index newsletter_issues_deleted_at on newsletter_issues (deleted_at) where deleted_at is not null;

-- What the mail server said when it refused a subscriber's address for good.
alter table newsletter_subscribers add column bounce_words text check (length(bounce_words) <= 300);
create index newsletter_subscribers_bounced on newsletter_subscribers (ended_at desc) where state = 'bounced';

-- What nobody has to answer; it goes sooner than other messages.
alter table contact_messages drop constraint contact_messages_state_check;
alter table contact_messages add constraint contact_messages_state_check check (state in ('open', 'answered', 'closed', 'spam'));
