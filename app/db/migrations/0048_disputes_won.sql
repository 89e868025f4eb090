-- What a campaign was when a dispute of its payment ended it: that again, when the dispute is won.
alter table campaigns add column resumes_as text check (resumes_as in ('waiting', 'running', 'paused'));
alter table campaigns add constraint campaigns_resumes_as_disputed
  check (resumes_as is null or (state = 'ended' and end_reason = 'disputed'));
create index campaigns_disputed on campaigns (bought_by) where resumes_as is not null;

-- When a refund that was `kept` was asked for once more, because the bank no longer has the payment.
alter table campaign_refunds add column asked_again_at timestamptz check (asked_again_at >= asked_at);
-- When the provider answered that it goes back, or that it doesn't.
alter table campaign_refunds add column settled_at timestamptz check (settled_at >= asked_at);
