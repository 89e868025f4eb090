-- What is left for a day of a message that an editor deletes on the day when it came: hashes alone, so that deleting spam
-- gives whoever sent it no new day's worth, nor has a stranger's mailbox written to once more.
create table contact_traces (
  -- Of who sent what: the same sent again is the same.
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- Of the member, or of a guest's network address.
  sender_hash text not null check (sender_hash ~ '^[0-9a-f]{64}$'),
  mailbox_hash text not null check (mailbox_hash ~ '^[0-9a-f]{64}$'),
  was_confirmed boolean not null,
  sent_at timestamptz not null
);
create index contact_traces_by_sender on contact_traces (sender_hash, sent_at);
create index contact_traces_by_mailbox on contact_traces (mailbox_hash, sent_at);
create index contact_traces_by_day on contact_traces (sent_at);
