-- What the addresses are signed with to which newsletters come back. The same for every instance, and after a restart.
create table mail_secrets (
  id boolean primary key default true check (id),
  secret text not null check (length(secret) = 64)
);
insert into mail_secrets (secret)
  values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- When a newsletter that a mail server had taken last came back for good: the next one that it takes proves nothing for a while.
alter table newsletter_subscribers add column returned_at timestamptz;
