import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { LOG_RETENTION_DAYS } from "#app/business/advertising/slots/log-retention.ts";
import { TERM_VISITORS_MIN } from "#app/guide/analytics/counters/counted-terms.ts";
import { COUNT_RETENTION_DAYS, DETAIL_RETENTION_DAYS } from "#app/guide/analytics/counters/day-counts.ts";
import { DELETION_GRACE_DAYS } from "#app/people/accounts/standing/account-restore.ts";
import {
  MESSAGE_RETENTION_DAYS,
  SPAM_RETENTION_DAYS,
  SENDER_HASH_RETENTION_DAYS,
} from "#app/desk/contact/message-retention.ts";
import {
  BOUNCED_RETENTION_DAYS,
  DELIVERIES_RETENTION_DAYS,
  UNCONFIRMED_RETENTION_DAYS,
  UNSUBSCRIBED_RETENTION_DAYS,
} from "#app/desk/newsletter/subscribers/retention-days.ts";
import { REPORTER_RETENTION_DAYS } from "#app/business/corrections/suggest/reporter.server.ts";
import { CLAIM_RETENTION_DAYS } from "#app/business/listings/claims/claims.server.ts";
import { INVITATION_RETENTION_DAYS } from "#app/business/listings/people/people.server.ts";
import { DRAFT_DAYS } from "#app/business/submissions/form/submission-drafts.server.ts";
import { MAIL_RETENTION_DAYS } from "#app/core/mail/outbox.server.ts";
import { NOTIFICATION_RETENTION_DAYS } from "#app/core/notifications/notifications.server.ts";
import { ACCOUNT_RESTORE_MINUTES } from "#app/people/accounts/standing/account-restore-cookie.ts";
import { BROWSER_ID_DAYS } from "#app/people/reviews/write/browser-id-cookie.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/privacy.route";
import { SignInSection, MembersSection } from "./privacy-for-members.tsx";
import { CorrectionsSection, ClaimsSection, SubmissionsSection } from "./privacy-for-businesses.tsx";
import { NewsletterSection, MessagesSection } from "./privacy-of-mail.tsx";
import { ViewCountsSection } from "./privacy-of-counts.tsx";
import type { PrivacyLimits } from "./privacy-limits.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** The periods and limits that the page names, from the code that applies them. */
const LIMITS = {
  reporterDays: REPORTER_RETENTION_DAYS,
  browserIdDays: BROWSER_ID_DAYS,
  claimDays: CLAIM_RETENTION_DAYS,
  invitationDays: INVITATION_RETENTION_DAYS,
  draftDays: DRAFT_DAYS,
  mailDays: MAIL_RETENTION_DAYS,
  notificationDays: NOTIFICATION_RETENTION_DAYS,
  accountDays: DELETION_GRACE_DAYS,
  accountRestoreMinutes: ACCOUNT_RESTORE_MINUTES,
  unconfirmedDays: UNCONFIRMED_RETENTION_DAYS,
  unsubscribedDays: UNSUBSCRIBED_RETENTION_DAYS,
  bouncedDays: BOUNCED_RETENTION_DAYS,
  deliveryDays: DELIVERIES_RETENTION_DAYS,
  messageDays: MESSAGE_RETENTION_DAYS,
  spamDays: SPAM_RETENTION_DAYS,
  senderHashDays: SENDER_HASH_RETENTION_DAYS,
  dailySponsoredStats: LOG_RETENTION_DAYS,
  termVisitors: TERM_VISITORS_MIN,
  detailDays: DETAIL_RETENTION_DAYS,
  countDays: COUNT_RETENTION_DAYS,
} satisfies PrivacyLimits;

export function loader() {
  return LIMITS;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Privacy",
    description:
      "No cookies for readers, no other companies, and views counted without tracking anyone: what Rowhouse stores and what it deletes.",
    path: "/privacy",
  });

export default function Privacy({ loaderData: limits }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <h1 className="d2 page-title">Privacy</h1>
      <p className="lede page-lede">
        You can read all of Rowhouse without telling it anything about you. It sets no cookies for readers, and no other
        company learns that you were here.
      </p>
      <div className="prose">
        <h2 className="h2">What is stored in your browser</h2>
        <p>
          If you choose a light or dark theme, we store that choice in your browser’s local storage as{" "}
          <code>rowhouse-theme</code>. Choosing System removes it. The map you last chose for directions is stored as{" "}
          <code>rowhouse-directions</code>. Your recent searches are stored as <code>recent-searches</code>, to suggest
          them when you search again. You can remove them one by one or all at once. None of these is ever sent to us.
          Your browser also caches pages and pictures for a while, as with every site.
        </p>

        <SignInSection />
        <MembersSection limits={limits} />

        <CorrectionsSection limits={limits} />
        <ClaimsSection limits={limits} />

        <SubmissionsSection limits={limits} />

        <NewsletterSection limits={limits} />
        <MessagesSection limits={limits} />

        <ViewCountsSection limits={limits} />

        <h2 className="h2">Who else is involved</h2>
        <p>
          No one. Fonts, pictures, maps and scripts all come from this site’s own server. So do photos: if a page shows
          one from Pexels, our server has fetched it, and Pexels doesn’t learn who looks at it. There are no ad
          networks, no other company’s analytics, no embedded posts, and no buttons that report to a social network. A
          link to a place’s own website takes you to that website, where its rules apply.
        </p>

        <h2 className="h2">Your location</h2>
        <p>
          “Near me” asks your browser for your location, and only when you press it. Your browser asks you first. If you
          agree, the page’s URL contains your location, rounded to about a hundred meters, and the list is sorted by
          distance from there. We don’t store it.
        </p>

        <h2 className="h2">What you search for</h2>
        <p>
          Your search is part of the page’s URL, so it is in your browser’s history like any other page. We don’t record
          who searched for what, unless you create a search alert. We count how often something was searched for, how
          often it found nothing, and how often a result was opened. We store the words themselves only if at least{" "}
          {limits.termVisitors} visitors used them on the same day, and never email addresses or long numbers.
        </p>

        <h2 className="h2">When something breaks</h2>
        <p>
          If the server has an error, it logs what went wrong, the URL of the page, and the number that the error page
          shows you. It doesn’t log who asked for the page.
        </p>

        <h2 className="h2">Businesses and people in the guide</h2>
        <p>
          The guide lists places that anyone may visit. We leave out home businesses, and the names, addresses and phone
          numbers of owners and licensees that are in public registers.
        </p>
      </div>
    </div>
  );
}
