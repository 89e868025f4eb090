-- What a business answers to a review for everybody to read: one to each review. It goes with the review, and with whoever
-- wrote it for the business.
create table review_replies (
  review_id uuid primary key references reviews on delete cascade,
  author_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 2 and 2000),
  replied_at timestamptz not null,
  -- Null as first written.
  edited_at timestamptz check (edited_at >= replied_at)
);
create index review_replies_by_author on review_replies (author_id);

-- Whose words the name of a copied list is, until whoever copied it gives it another. When their account goes, so do the
-- words. Of copies from before, those that are still called as the original.
alter table lists add column named_by uuid references users on delete set null check (named_by <> owner_id);
create index lists_named_by on lists (named_by) where named_by is not null;
update lists set named_by = original.owner_id from lists original
  where lists.copied_from = original.id and lists.name = original.name and lists.owner_id <> original.owner_id;

create function forget_list_name() returns trigger language plpgsql as $$
begin
  if new.named_by is null and old.named_by is not null and new.name = old.name then
    new.name := 'A copied list';
  end if;
  return new;
end
$$;
create trigger lists_namer_gone before update of named_by on lists
  for each row execute function forget_list_name();

-- Whether a member wants what they are told by e-mail too; nobody who hasn't said so.
alter table users add column wants_mail boolean not null default false;
