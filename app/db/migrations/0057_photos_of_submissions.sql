-- Photos that come with a submission: they wait with it, and belong to the place once an editor has made one of it. Which
-- submission they came with stays known, for whoever undoes that, and for the line that says whose they are.
alter table place_photos add column submission_id uuid references submissions on delete set null;
create unique index place_photos_once_submitted on place_photos (submission_id, source_digest)
  where submission_id is not null and deleted_at is null;
create index place_photos_by_submission on place_photos (submission_id, position) where submission_id is not null;
-- What all submissions together bring within a day has an end.
create index place_photos_submitted on place_photos (uploaded_at) where submission_id is not null;

-- Whoever's account goes takes along what they said of a photo that was waiting; its file goes with the next run of the job.
-- Before the submission goes and not after, so that no photo ever names one that isn't there.
create function release_submission_photos() returns trigger language plpgsql as $$
begin
  update place_photos set submission_id = null, alt = case when place_id is null then '' else alt end
    where submission_id = old.id;
  return old;
end
$$;
create trigger submissions_photos_released before delete on submissions
  for each row execute function release_submission_photos();
