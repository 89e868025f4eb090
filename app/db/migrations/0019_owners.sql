-- Who runs a place here: whoever claimed it, and whom they let in. An owner may do all; a manager all but to say who else
-- may, and to give the place away.
create table place_owners (
  place_id bigint not null references places on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'manager')),
  since timestamptz not null,
  -- Null: who claimed it, and when whoever let them in has gone.
  added_by uuid references users on delete set null,
  primary key (place_id, user_id)
);
create index place_owners_by_user on place_owners (user_id);
create index place_owners_by_adder on place_owners (added_by);
