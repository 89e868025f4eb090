-- The address under which a list is shown to others: 122 random bits, so that nobody guesses it. A new key ends the old
-- address; a private list has one too, and shows it to nobody.
alter table lists add column share_key text not null unique default replace(gen_random_uuid()::text, '-', '')
  check (share_key ~ '^[0-9a-f]{32}$');
