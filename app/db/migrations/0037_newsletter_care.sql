-- The mail server surely has not got it: nobody has tried to send it, or the server answered that it doesn't take it.
alter table mails add column is_untaken boolean not null default true;
update mails set is_untaken = false where tries > 0;

-- Of the network that asked last for a mail about subscribing; forgotten a day later.
alter table newsletter_subscribers add column address_hash text check (address_hash ~ '^[0-9a-f]{64}$');
create index newsletter_subscribers_by_network on newsletter_subscribers (address_hash, asked_at)
  where address_hash is not null;

-- Whoever is forgotten gets no newsletter that waits: its links would lead nowhere.
create function forget_newsletters_to_subscriber() returns trigger language plpgsql as $$
begin
  delete from mails m using newsletter_deliveries d
  where d.subscriber_id = old.id and m.id = d.mail_id and m.sent_at is null;
  return old;
end
$$;
create trigger newsletter_subscribers_gone before delete on newsletter_subscribers
  for each row execute function forget_newsletters_to_subscriber();
