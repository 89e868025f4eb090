-- That a photo came with its listing outlives the submission, which goes with its sender's account: a published photo must not
-- become one of the business's by that. What has lost its submission already can't be told from those any more.
alter table place_photos add column came_with_listing boolean not null default false;
update place_photos set came_with_listing = true where submission_id is not null;
