-- A guide's own cover picture, in place of the drawn one; null for none. Its file is a row of guide_pictures.
alter table posts add column cover jsonb check (
  cover is null or (
    cover ->> 'path' ~ '^/guide-pictures/[0-9a-f-]{36}/[0-9]{1,5}x[0-9]{1,5}\.jpg$'
    and length(cover ->> 'alt') between 1 and 1000 and length(cover ->> 'credit') <= 1000
  )
);
update guide_drafts set document = document || '{"cover": null}' where not document ? 'cover';
update guide_revisions set document = document || '{"cover": null}' where not document ? 'cover';

-- The history tells scheduled versions from published ones. The audit log knows which the earlier ones were.
alter table guide_revisions drop constraint guide_revisions_kind_check;
alter table guide_revisions add constraint guide_revisions_kind_check
  check (kind in ('first', 'saved', 'published', 'scheduled', 'conflict', 'restored'));
update guide_revisions r set kind = 'scheduled' where r.kind = 'published' and exists (
  select 1 from audit_entries e
  where e.subject_kind = 'post' and e.subject_id = r.post_id::text and e.action = 'post.schedule'
    and e.recorded_at = r.saved_at
);
