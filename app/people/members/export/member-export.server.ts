import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

/** Rows held in memory at once. */
const ROWS_PER_PART = 500;

/** Increase it when the format changes. docs/member-export.md describes each version. */
const FORMAT_VERSION = 1;

type Section = {
  name: string;
  /**
   * The tables it covers, of all tables with a column that references a user. A test compares them with the database.
   */
  tables: string[];
  /** A query with one column, `entry`, in a stable order. */
  entries: (userId: string) => SQL;
};

/**
 * Everything stored about a user, in file order. Nothing about other people, such as who reported a review. Hashes of
 * keys that can sign in are left out.
 */
export const EXPORT_SECTIONS: readonly Section[] = [
  {
    name: "account",
    tables: ["users"],
    entries: (id) => sql`
      select jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'hasCustomName', u.has_custom_name,
        'providerPictureUrl', u.picture_url, 'role', u.role, 'neighborhood', u.neighborhood_slug,
        'isPublic', u.is_public, 'hasEmailNotifications', u.has_email_notifications, 'profileVersion', u.profile_version, 'isPersona', u.is_persona,
        'joinedAt', u.joined_at, 'suspendedAt', u.suspended_at, 'deletedAt', u.deleted_at) as entry
      from users u where u.id = ${id}`,
  },
  {
    name: "pictures",
    tables: ["member_pictures"],
    entries: (id) => sql`
      select jsonb_build_object('sourceUrl', p.source_url, 'fetchedAt', p.fetched_at,
        'base64', translate(encode(p.bytes, 'base64'), E'\n', '')) as entry
      from member_pictures p where p.user_id = ${id}`,
  },
  {
    name: "identities",
    tables: ["identities"],
    entries: (id) => sql`
      select jsonb_build_object('issuer', i.issuer, 'subject', i.subject, 'linkedAt', i.linked_at) as entry
      from identities i where i.user_id = ${id} order by i.issuer, i.subject`,
  },
  {
    name: "sessions",
    tables: ["sessions"],
    entries: (id) => sql`
      select jsonb_build_object('browser', s.browser, 'createdAt', s.created_at, 'lastSeenAt', s.last_seen_at) as entry
      from sessions s where s.user_id = ${id} order by s.created_at, s.id`,
  },
  {
    name: "notifications",
    tables: ["notifications"],
    entries: (id) => sql`
      select jsonb_build_object('kind', n.kind, 'about', n.about, 'notifiedAt', n.notified_at, 'readAt', n.read_at) as entry
      from notifications n where n.user_id = ${id} order by n.notified_at, n.id`,
  },
  {
    name: "subscription",
    tables: ["customers"],
    entries: (id) => sql`
      select jsonb_build_object('provider', c.provider, 'customerId', c.provider_id, 'since', c.created_at,
        'lastLookedUpAt', c.synced_at, 'lastTriedAt', c.tried_at, 'subscriptionId', s.provider_id, 'tier', s.tier, 'status', s.status,
        'startedAt', s.started_at, 'currentPeriodEndsAt', s.current_period_ends_at, 'cancelAt', s.cancel_at,
        'graceEndsAt', s.grace_ends_at, 'nextTier', s.next_tier) as entry
      from customers c left join subscriptions s on s.user_id = c.user_id and s.provider = c.provider
      where c.user_id = ${id} order by c.created_at, c.provider`,
  },
  {
    name: "orphanedCustomers",
    tables: ["orphaned_customers"],
    entries: (id) => sql`
      select jsonb_build_object('provider', c.provider, 'customerId', c.customer_id, 'orphanedAt', c.orphaned_at) as entry
      from orphaned_customers c where c.user_id = ${id} order by c.orphaned_at, c.customer_id`,
  },
  {
    name: "businesses",
    tables: ["place_owners"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'role', o.role, 'since', o.since) as entry
      from place_owners o join places p on p.id = o.place_id where o.user_id = ${id} order by o.since, o.place_id`,
  },
  {
    name: "claims",
    tables: ["place_claims"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'method', c.method, 'domain', c.domain, 'email', c.email,
        'evidence', c.evidence, 'startedAt', c.started_at, 'closedAt', c.closed_at, 'outcome', c.outcome,
        'decisionReason', m.decision_reason) as entry
      from place_claims c join places p on p.id = c.place_id left join moderation_cases m on m.id = c.case_id
      where c.claimer_id = ${id} order by c.started_at, c.id`,
  },
  {
    name: "invitations",
    tables: ["place_invitations"],
    // Leaves out the invited person, whose data isn't the user's.
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'role', i.role, 'invitedAt', i.invited_at) as entry
      from place_invitations i join places p on p.id = i.place_id where i.invited_by = ${id} order by i.invited_at, i.id`,
  },
  {
    name: "listingEdits",
    tables: ["owner_edits"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'note', e.note, 'sentAt', e.sent_at, 'waits', e.is_open,
        'decision', c.decision, 'decisionReason', c.decision_reason,
        'changes', (select coalesce(jsonb_agg(jsonb_build_object('field', g.field, 'before', g.before, 'after', g.after,
          'applied', g.is_applied) order by g.field), '[]') from owner_edit_changes g where g.edit_id = e.id)) as entry
      from owner_edits e join places p on p.id = e.place_id join moderation_cases c on c.id = e.case_id
      where e.user_id = ${id} order by e.sent_at, e.id`,
  },
  {
    name: "submissions",
    tables: ["submissions"],
    entries: (id) => sql`
      select jsonb_build_object('key', s.key, 'facts', s.facts, 'relation', s.relation, 'note', s.note,
        'email', s.email, 'emailConfirmedAt', s.email_confirmed_at, 'sentAt', s.sent_at, 'readAt', s.read_at,
        'browserHash', s.browser_hash, 'ipHash', s.ip_hash, 'emailHash', s.email_hash,
        'decision', c.decision, 'decisionReason', c.decision_reason, 'place', p.slug, 'isDuplicate', s.is_duplicate) as entry
      from submissions s join moderation_cases c on c.submission_id = s.id left join places p on p.id = s.place_id
      where s.submitter_id = ${id} order by s.sent_at, s.id`,
  },
  {
    name: "submissionDraft",
    tables: ["submission_drafts"],
    entries: (id) => sql`
      select jsonb_build_object('fields', d.fields, 'savedAt', d.saved_at) as entry
      from submission_drafts d where d.user_id = ${id}`,
  },
  {
    name: "placePhotos",
    tables: ["place_photos"],
    entries: (id) => sql`
      select jsonb_build_object('id', o.id, 'place', p.slug, 'submission', s.name, 'alt', o.alt, 'uploadedAt', o.uploaded_at,
        'deletedAt', o.deleted_at, 'takenDownAt', o.taken_down_at, 'takenDownReason', o.taken_down_reason) as entry
      from place_photos o left join places p on p.id = o.place_id left join submissions s on s.id = o.submission_id
      where o.uploaded_by = ${id} order by o.uploaded_at, o.id`,
  },
  {
    name: "refunds",
    tables: ["refunds"],
    entries: (id) => sql`
      select jsonb_build_object('paymentId', r.payment_id, 'provider', r.provider, 'amountCents', r.amount_cents, 'status', r.status,
        'requestedBy', r.requested_by, 'requestedAt', r.requested_at, 'lastTriedAt', r.tried_at) as entry
      from refunds r where r.user_id = ${id} order by r.requested_at, r.payment_id`,
  },
  {
    name: "campaigns",
    tables: ["campaigns"],
    entries: (id) => sql`
      select jsonb_build_object('id', c.id, 'place', p.slug, 'state', c.state, 'headline', c.headline, 'body', c.body,
        'slots', c.slots, 'startsOn', c.starts_on, 'endsOn', c.ends_on, 'budgetPeriod', c.budget_period,
        'budgetCents', c.budget_cents, 'totalCents', c.total_cents, 'spentCents', c.spent_cents, 'provider', c.provider,
        'paymentId', c.payment_id, 'paidAt', c.paid_at, 'createdAt', c.created_at, 'decisionReason', c.decision_reason,
        'endedAt', c.ended_at, 'endReason', c.end_reason, 'stateBeforeDispute', c.state_before_dispute) as entry
      from campaigns c left join places p on p.id = c.place_id where c.bought_by = ${id} order by c.created_at, c.id`,
  },
  {
    name: "campaignCheckouts",
    tables: ["campaign_checkouts"],
    entries: (id) => sql`
      select jsonb_build_object('campaign', c.campaign_id, 'place', p.slug, 'provider', c.provider, 'startedAt', c.started_at,
        'checkedAt', c.checked_at) as entry
      from campaign_checkouts c left join places p on p.id = c.place_id
      where c.user_id = ${id} order by c.started_at, c.campaign_id, c.provider`,
  },
  {
    name: "campaignRefunds",
    tables: ["campaign_refunds"],
    entries: (id) => sql`
      select jsonb_build_object('paymentId', r.payment_id, 'campaign', coalesce(r.campaign_id, r.surplus_campaign_id), 'provider', r.provider,
        'amountCents', r.amount_cents, 'status', r.status, 'requestedAt', r.requested_at) as entry
      from campaign_refunds r where r.user_id = ${id} order by r.requested_at, r.payment_id`,
  },
  {
    name: "sandboxPayments",
    tables: ["sandbox_objects"],
    entries: (id) => sql`
      select jsonb_build_object('customerId', c.id, 'email', c.object->'email', 'testCard', c.object->'default_source',
        'invoices', coalesce((select jsonb_agg(jsonb_build_object('description', i.object->'description',
          'amountCents', i.object->'amount', 'status', case
            when exists (select from sandbox_objects r where r.customer_id = c.id and r.object->>'object' = 'refund'
              and r.object->>'payment_intent' = i.object->>'payment_intent') then 'refunded'
            when exists (select from sandbox_objects d where d.customer_id = c.id and d.object->>'object' = 'dispute'
              and d.object->>'payment_intent' = i.object->>'payment_intent') then 'disputed'
            else i.object->>'status' end,
          'createdAt', to_timestamp((i.object->>'created')::bigint)) order by i.position)
          from sandbox_objects i where i.customer_id = c.id and i.object->>'object' = 'invoice'), '[]'),
        'purchases', coalesce((select jsonb_agg(jsonb_build_object('name', b.object->'name',
          'amountCents', b.object->'amount_total', 'status', case b.object->>'status' when 'complete' then 'paid'
            else b.object->>'status' end,
          'refundedCents', (select coalesce(sum((r.object->>'amount')::integer), 0) from sandbox_objects r
            where r.customer_id = c.id and r.object->>'object' = 'refund'
              and r.object->>'payment_intent' = b.object->>'payment_intent'),
          'createdAt', to_timestamp((b.object->>'created')::bigint)) order by b.position)
          from sandbox_objects b where b.customer_id = c.id and b.object->>'object' = 'checkout.session'
            and b.object->>'mode' = 'payment'), '[]')) as entry
      from sandbox_objects c where c.user_id = ${id} order by c.position`,
  },
  {
    name: "mails",
    tables: ["mails"],
    entries: (id) => sql`
      select jsonb_build_object('toName', m.to_name, 'toAddress', m.to_address, 'subject', m.subject,
        'text', coalesce(l.body_text, m.body_text), 'html', coalesce(l.body_html, m.body_html),
        'queuedAt', m.queued_at, 'sentAt', m.sent_at, 'gaveUpAt', m.gave_up_at) as entry
      from mails m left join mail_bodies l on l.id = m.body_id where m.user_id = ${id} order by m.queued_at, m.id`,
  },
  {
    name: "newsletter",
    tables: ["newsletter_subscribers"],
    // Also a subscription with the user's email address, made without signing in.
    entries: (id) => sql`
      select jsonb_build_object('email', s.email, 'state', s.state, 'wantsWeekly', s.wants_weekly,
        'neighborhoods', s.neighborhoods, 'pausedUntil', s.paused_until, 'requestedAt', s.requested_at,
        'confirmedAt', s.confirmed_at, 'endedAt', s.ended_at, 'bounces', s.bounces,
        'ipHash', s.ip_hash,
        'issues', (select coalesce(jsonb_agg(jsonb_build_object('issue', i.slug, 'state', d.state)
          order by i.started_at, i.id), '[]') from newsletter_deliveries d join newsletter_issues i on i.id = d.issue_id
          where d.subscriber_id = s.id)) as entry
      from newsletter_subscribers s
      where s.user_id = ${id} or s.email_normalized = (select lower(u.email) from users u where u.id = ${id})
      order by s.requested_at, s.id`,
  },
  {
    name: "contactMessages",
    tables: ["contact_messages"],
    entries: (id) => sql`
      select jsonb_build_object('name', m.name, 'email', m.email, 'topic', m.topic, 'message', m.body,
        'state', m.state, 'sentAt', m.sent_at, 'ipHash', m.ip_hash, 'emailHash', m.email_hash,
        'answers', (select coalesce(jsonb_agg(jsonb_build_object('answer', r.body, 'sentAt', r.sent_at)
          order by r.sent_at, r.id), '[]') from contact_replies r where r.message_id = m.id)) as entry
      from contact_messages m where m.user_id = ${id} order by m.sent_at, m.id`,
  },
  {
    name: "contactReplies",
    tables: ["contact_replies"],
    entries: (id) => sql`
      select jsonb_build_object('answer', r.body, 'sentAt', r.sent_at) as entry
      from contact_replies r where r.written_by = ${id} order by r.sent_at, r.id`,
  },
  {
    name: "questions",
    tables: ["editor_questions"],
    entries: (id) => sql`
      select jsonb_build_object('question', q.question, 'askedAt', q.asked_at, 'answer', q.answer,
        'answeredAt', q.answered_at) as entry
      from editor_questions q where q.asker_id = ${id} order by q.asked_at, q.id`,
  },
  {
    name: "answers",
    // Answers the user gave as an editor; same table as "questions".
    tables: [],
    entries: (id) => sql`
      select jsonb_build_object('answer', q.answer, 'answeredAt', q.answered_at) as entry
      from editor_questions q where q.answered_by = ${id} order by q.answered_at, q.id`,
  },
  {
    name: "placeQuestions",
    tables: ["place_questions"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'question', q.body, 'askedAt', q.asked_at, 'status', q.status,
        'decidedAt', q.decided_at, 'decisionReason', q.decision_reason) as entry
      from place_questions q join places p on p.id = q.place_id where q.asker_id = ${id} order by q.asked_at, q.id`,
  },
  {
    name: "placeAnswers",
    tables: ["place_answers"],
    // Leaves out the question, which is another user's.
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'answer', a.body, 'forTheBusiness', a.is_business,
        'answeredAt', a.answered_at, 'editedAt', a.edited_at, 'status', a.status, 'decidedAt', a.decided_at,
        'decisionReason', a.decision_reason) as entry
      from place_answers a join place_questions q on q.id = a.question_id join places p on p.id = q.place_id
      where a.author_id = ${id} order by a.answered_at, a.id`,
  },
  {
    name: "questionReports",
    tables: ["place_question_reports"],
    entries: (id) => sql`
      select jsonb_build_object('about', case when r.question_id is null then 'answer' else 'question' end,
        'reason', r.reason, 'note', r.note, 'reportedAt', r.reported_at) as entry
      from place_question_reports r where r.reporter_id = ${id} order by r.reported_at, r.id`,
  },
  {
    name: "savedPlaces",
    tables: ["saved_places"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'name', p.name, 'savedAt', s.saved_at) as entry
      from saved_places s join places p on p.id = s.place_id
      where s.user_id = ${id} order by s.saved_at, p.id`,
  },
  {
    name: "savedGuides",
    tables: ["saved_guides"],
    entries: (id) => sql`
      select jsonb_build_object('guide', p.slug, 'title', p.title, 'savedAt', s.saved_at) as entry
      from saved_guides s join posts p on p.id = s.post_id
      where s.user_id = ${id} order by s.saved_at, p.id`,
  },
  {
    name: "searchAlerts",
    tables: ["search_alerts"],
    entries: (id) => sql`
      select jsonb_build_object('query', a.query, 'askedAt', a.asked_at) as entry
      from search_alerts a where a.user_id = ${id} order by a.asked_at, a.id`,
  },
  {
    name: "dismissedPicks",
    tables: ["pick_dismissals"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'name', p.name, 'dismissedAt', d.dismissed_at) as entry
      from pick_dismissals d join places p on p.id = d.place_id
      where d.user_id = ${id} order by d.dismissed_at, p.id`,
  },
  {
    name: "lists",
    tables: ["lists"],
    entries: (id) => sql`
      select jsonb_build_object('id', l.id, 'name', l.name, 'note', l.note, 'visibility', l.visibility,
        'shareKey', l.share_key, 'isCopy', l.copied_from is not null, 'createdAt', l.created_at, 'updatedAt', l.updated_at,
        'entries', coalesce((select jsonb_agg(jsonb_build_object('place', p.slug, 'name', p.name, 'note', e.note,
          'addedAt', e.added_at) order by e.position)
          from list_entries e join places p on p.id = e.place_id where e.list_id = l.id), '[]')) as entry
      from lists l where l.owner_id = ${id} order by l.created_at, l.id`,
  },
  {
    name: "reviews",
    tables: ["reviews"],
    entries: (id) => sql`
      select jsonb_build_object('id', r.id, 'place', p.slug, 'name', p.name, 'stars', r.stars, 'body', r.body,
        'visitMonth', r.visit_month, 'relation', r.relation, 'status', r.status, 'version', r.version,
        'createdAt', r.created_at, 'editedAt', r.edited_at,
        'earlierVersions', coalesce((select jsonb_agg(jsonb_build_object('version', v.version, 'stars', v.stars,
          'body', v.body, 'visitMonth', v.visit_month, 'relation', v.relation, 'replacedAt', v.replaced_at)
          order by v.version) from review_versions v where v.review_id = r.id), '[]'),
        'moderation', coalesce((select jsonb_agg(jsonb_build_object('kind', c.kind, 'reasons', c.reasons,
          'openedAt', c.opened_at, 'closedAt', c.closed_at, 'decision', c.decision, 'decisionReason', c.decision_reason)
          order by c.opened_at) from moderation_cases c where c.review_id = r.id), '[]')) as entry
      from reviews r join places p on p.id = r.place_id
      where r.author_id = ${id} order by r.created_at, r.id`,
  },
  {
    name: "replies",
    tables: ["review_replies"],
    entries: (id) => sql`
      select jsonb_build_object('review', a.review_id, 'place', p.slug, 'body', a.body, 'repliedAt', a.replied_at,
        'editedAt', a.edited_at) as entry
      from review_replies a join reviews r on r.id = a.review_id join places p on p.id = r.place_id
      where a.author_id = ${id} order by a.replied_at, a.review_id`,
  },
  {
    name: "reviewBrowsers",
    tables: ["review_browsers"],
    entries: (id) => sql`
      select jsonb_build_object('browserHash', w.browser_hash, 'wroteAt', w.wrote_at) as entry
      from review_browsers w where w.user_id = ${id} order by w.wrote_at, w.browser_hash`,
  },
  {
    name: "recentDeletions",
    tables: ["recent_content_deletions"],
    entries: (id) => sql`
      select jsonb_build_object('kind', t.kind, 'place', p.slug, 'postedAt', t.posted_at) as entry
      from recent_content_deletions t join places p on p.id = t.place_id where t.user_id = ${id} order by t.posted_at, t.id`,
  },
  {
    name: "helpfulVotes",
    tables: ["review_votes"],
    entries: (id) => sql`
      select jsonb_build_object('review', v.review_id, 'place', p.slug, 'votedAt', v.voted_at) as entry
      from review_votes v join reviews r on r.id = v.review_id join places p on p.id = r.place_id
      where v.user_id = ${id} order by v.voted_at, v.review_id`,
  },
  {
    name: "reports",
    tables: ["review_reports"],
    entries: (id) => sql`
      select jsonb_build_object('review', v.review_id, 'place', p.slug, 'reason', v.reason, 'note', v.note,
        'reportedAt', v.reported_at) as entry
      from review_reports v join reviews r on r.id = v.review_id join places p on p.id = r.place_id
      where v.reporter_id = ${id} order by v.reported_at, v.review_id`,
  },
  {
    name: "photoReports",
    tables: ["place_photo_reports"],
    entries: (id) => sql`
      select jsonb_build_object('photo', v.photo_id, 'place', p.slug, 'reason', v.reason, 'note', v.note,
        'reportedAt', v.reported_at) as entry
      from place_photo_reports v join place_photos o on o.id = v.photo_id left join places p on p.id = o.place_id
      where v.reporter_id = ${id} order by v.reported_at, v.photo_id`,
  },
  {
    name: "corrections",
    tables: ["corrections"],
    entries: (id) => sql`
      select jsonb_build_object('key', c.key, 'place', p.slug, 'kind', c.kind, 'closure', c.closure, 'basis', c.basis,
        'note', c.note, 'descriptionNote', c.description_note, 'sentAt', c.sent_at,
        'browserHash', c.browser_hash, 'ipHash', c.ip_hash,
        'changes', coalesce((select jsonb_agg(jsonb_build_object('field', f.field, 'before', f.before,
          'after', f.after, 'isApplied', f.is_applied) order by f.field)
          from correction_changes f where f.correction_id = c.id), '[]')) as entry
      from corrections c join places p on p.id = c.place_id
      where c.reporter_id = ${id} order by c.sent_at, c.id`,
  },
  {
    name: "confirmations",
    tables: ["fact_confirmations"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'field', f.field, 'as', f.confirmed_by,
        'confirmedAt', f.confirmed_at, 'browserHash', f.browser_hash, 'ipHash', f.ip_hash) as entry
      from fact_confirmations f join places p on p.id = f.place_id
      where f.user_id = ${id} order by f.confirmed_at, f.id`,
  },
  {
    name: "placeChanges",
    tables: ["place_changes"],
    entries: (id) => sql`
      select jsonb_build_object('place', p.slug, 'field', c.field, 'before', c.before, 'after', c.after,
        'changedAt', c.changed_at) as entry
      from place_changes c join places p on p.id = c.place_id
      where c.changed_by = ${id} order by c.changed_at, c.id`,
  },
  {
    name: "guides",
    tables: ["guide_revisions", "guide_drafts"],
    // The words are the guide's; that they wrote them, and when, is theirs.
    entries: (id) => sql`
      select jsonb_build_object('guide', p.slug, 'kind', r.kind, 'startedAt', r.started_at, 'savedAt', r.saved_at) as entry
      from guide_revisions r join posts p on p.id = r.post_id where r.saved_by = ${id} order by r.started_at, r.id`,
  },
  {
    name: "bylines",
    tables: ["authors"],
    entries: (id) => sql`
      select jsonb_build_object('slug', a.slug, 'name', a.name, 'about', a.bio) as entry
      from authors a where a.user_id = ${id} order by a.slug`,
  },
  {
    name: "guidesOpen",
    tables: ["guide_editor_sessions"],
    entries: (id) => sql`
      select jsonb_build_object('guide', p.slug, 'seenAt', w.seen_at) as entry
      from guide_editor_sessions w join posts p on p.id = w.post_id where w.user_id = ${id} order by w.seen_at, w.editor_session_id`,
  },
  {
    name: "guidePictures",
    tables: ["guide_pictures"],
    entries: (id) => sql`
      select jsonb_build_object('id', g.id, 'uploadedAt', g.uploaded_at) as entry
      from guide_pictures g where g.uploaded_by = ${id} order by g.uploaded_at, g.id`,
  },
  {
    name: "operations",
    tables: ["operation_runs"],
    entries: (id) => sql`
      select jsonb_build_object('operation', r.operation, 'requestedAt', r.requested_at, 'state', r.state) as entry
      from operation_runs r where r.requested_by = ${id} order by r.requested_at, r.id`,
  },
  {
    name: "changes",
    tables: ["audit_entries"],
    // Leaves out the values and subject ids of changes to other users.
    entries: (id) => sql`
      select jsonb_build_object('as', a.actor_kind, 'action', a.action, 'subject', a.subject_kind, 'at', a.recorded_at,
        'before', case when a.mentions <@ array[${id}::uuid] then a.before end,
        'after', case when a.mentions <@ array[${id}::uuid] then a.after end) as entry
      from audit_entries a where a.actor_id = ${id} order by a.recorded_at, a.id`,
  },
  {
    name: "decisions",
    tables: ["moderation_cases"],
    entries: (id) => sql`
      select jsonb_build_object('case', c.id, 'kind', c.kind, 'decision', c.decision,
        'decisionReason', c.decision_reason, 'closedAt', c.closed_at, 'isTheirs', c.assigned_to is not distinct from ${id}) as entry
      from moderation_cases c where c.decided_by = ${id} or c.assigned_to = ${id} order by c.closed_at, c.id`,
  },
];

const Entries = z.object({ rows: z.array(z.object({ entry: z.unknown() })) });

/** The file's text in parts. Each part is read when the previous one has been sent. */
export async function* streamMemberExport(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): AsyncGenerator<string> {
  yield `{\n  "format": "rowhouse-member-export",\n  "version": ${FORMAT_VERSION},\n  "exportedAt": ${JSON.stringify(now)}`;
  for (const { name, entries } of EXPORT_SECTIONS) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    for (let offset = 0; ; offset += ROWS_PER_PART) {
      const query = sql`${entries(userId)} limit ${ROWS_PER_PART} offset ${offset}`;
      const { rows } = Entries.parse(await db.execute(query));
      yield rows.map(({ entry }, index) => `${offset + index === 0 ? "" : ","}\n    ${JSON.stringify(entry)}`).join("");
      if (rows.length < ROWS_PER_PART) break;
    }
    yield "\n  ]";
  }
  yield "\n}\n";
}
