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
};
type Limits = typeof LIMITS;

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
          <code>rowhouse-theme</code>. Choosing System removes it. Your recent searches are stored as{" "}
          <code>recent-searches</code>, to suggest them when you search again. You can remove them one by one or all at
          once. Neither is ever sent to us. Your browser also caches pages and pictures for a while, as with every site.
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
          who searched for what. We count how often something was searched for, how often it found nothing, and how
          often a result was opened. We store the words themselves only if at least {limits.termVisitors} visitors used
          them on the same day, and never email addresses or long numbers.
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

function CorrectionsSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">If you correct something</h2>
      <p>
        You don’t need an account to suggest an edit, report a place closed or confirm a fact. Sending one sets a cookie
        with a random key for {limits.browserIdDays} days. For {limits.reporterDays} days we store a hash of that key
        and one of your network address, to see whether two reports come from two people. The address itself is never
        stored, and the hash is made so that trying all addresses would take years. What you write is read only by our
        editors and by anyone who has the link to the page that shows the outcome. No one else learns who corrected
        what. If you delete your account, its link to the correction and what you wrote are deleted with it.
      </p>
    </>
  );
}

function ClaimsSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">If you manage a business</h2>
      <p>
        When you claim a place, we store for {limits.claimDays} days how and when you did it, the address we emailed a
        code to, and what you wrote to the editors. Of the code we store a hash. Other managers of the place see your
        name and since when you manage it. Visitors don’t: your replies appear under the name of the business. We email
        people you invite once, and delete their address {limits.invitationDays} days after the invitation has ended. If
        you ask us to check your website, we read two of its pages and store neither.
      </p>
    </>
  );
}

function SubmissionsSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">If you submit a business</h2>
      <p>
        You don’t need an account. What you enter is stored in your browser’s local storage as{" "}
        <code>rowhouse-submission</code> until you have sent it, and if you are signed in, also with your account for{" "}
        {limits.draftDays} days. While you type, the name, address, phone and website are sent to our server to find the
        same place in the guide, and are not stored. With your submission we store the same two hashes as for a
        correction, for {limits.reporterDays} days. If you give an email address, we send one email to confirm that it
        is yours, and after you confirm, one with the decision.
      </p>
      <p>
        If an editor accepts the facts, they become a page of the guide. Only editors read what you write to them and
        your relationship to the business. Photos that you add are visible to editors, and to anyone who has the URL,
        until the decision. We store nothing of a file except the picture itself. Published photos are marked as
        submitted with the listing, without your name, and stay if you delete your account. Other photos are deleted
        from our disks within about a day of the decision.
      </p>
    </>
  );
}

function NewsletterSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2" id="newsletter">
        If you get the newsletter
      </h2>
      <p>
        You enter your email address, and we email you to confirm that it is yours. Until you confirm, we send nothing
        else, and an unconfirmed address is removed after {limits.unconfirmedDays} days. We store a copy of each email
        for {limits.mailDays} days, with the key in its links until it is sent. For one day we store a hash of the
        network that signed up, so that no one can make us email a list of strangers. We store your address, your
        choices and when you confirmed them, and for {limits.deliveryDays} days which issues we sent you.
      </p>
      <p>
        Links in the newsletter go straight to our pages and are the same for everyone, except the two to your choices
        and to unsubscribe. Those contain a key of yours, which we store as a hash. Pictures come from our server at the
        same URLs for everyone, and we don’t count who loads them. So we don’t learn whether you open an issue or what
        you click. We do learn whether your mail server accepts it. If it says that an address doesn’t exist, we send
        nothing there for {limits.bouncedDays} days, store what the server said, and then delete both. If you
        unsubscribe, we keep your address for {limits.unsubscribedDays} days in case it was a mistake. It is also
        deleted with your account.
      </p>
    </>
  );
}

function MessagesSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">If you write to us</h2>
      <p>
        Only our editors read what you send through the contact form, with your name, email address and subject. An
        email confirms that it arrived, and an editor replies by email. With it we store a hash of your network address
        and one of your email address for {limits.senderHashDays} days, to notice when someone sends too much. After it
        is answered or closed, the message is deleted after {limits.messageDays} days, or after {limits.spamDays} if an
        editor marked it as spam. If you were signed in, it is also deleted with your account. If an editor deletes a
        message on the day it came, only these hashes and one of the message itself stay, for at most two days. Your
        replies to an editor’s email go to their mailbox, not through this site.
      </p>
    </>
  );
}

function ViewCountsSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">How views are counted</h2>
      <p>
        We count how often a page is read, so that Trending means something. To count a reader once a day and not ten
        times, the server combines your network address and your browser’s user agent with a random number, and stores
        only a hash that can’t be reversed. The random number changes every day, and the old one is deleted together
        with that day’s hashes. What stays is two numbers per page and day: views and visitors. No one can be tracked
        from one day to the next, not even by us. The network address itself is never stored. Bots aren’t counted.
      </p>
      <p>
        In the same way we count for the whole guide what kind of site a view came from, whether it was on a phone,
        tablet or computer, how many searches found nothing, and how many people opened the plans page, started to pay
        and paid. Of the site you come from we store only its name, if it is one we know, such as a search engine, or if
        at least {limits.termVisitors} visitors from different networks came from it on the same day. The same goes for
        campaign words in a link. If your browser sends Global Privacy Control or Do Not Track, we count none of this
        and none of your search words, only one more view of the page. Words, site names and our server’s response times
        are deleted after {limits.detailDays} days, the rest after {limits.countDays}.
      </p>
      <p>
        In the same way we count for each place how often it appeared in a list, and how often someone followed the
        links on its page to its website, phone number or directions, or shared it. The managers of the place see these
        numbers by day, and never who it was. They see search words only if at least {limits.termVisitors} visitors from
        different networks used them on the same day. If you manage a place and are signed in, your own visits to it
        don’t count.
      </p>
      <p>
        Where a business pays to be shown, the slot says “Sponsored”. Which ad appears depends on the page and never on
        you. We count how often it was seen and followed, by day and page. To avoid counting one visitor too often, that
        day’s hashes are used here too, and deleted with the day.
      </p>
    </>
  );
}

function SignInSection() {
  return (
    <>
      <h2 className="h2">If you sign in</h2>
      <p>
        Signing in sets one cookie with a random key, so that the next page knows you. Signing out ends it. With it we
        store when you signed in and last read something, and a name for the browser such as “Firefox on Windows”,
        without more detail. From Google we get your name, your email address, the address of your picture and the
        number by which Google identifies you here. You can see every browser that is signed in, and sign each one out.
        While a page is open, it checks now and then whether you are still signed in. A second cookie carries a message
        such as “Signed out” to the next page, and is then deleted.
      </p>
    </>
  );
}

function MembersSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">What others see of you</h2>
      <p>
        Your profile is private until you make it public in your settings. A public profile shows your name, picture and
        neighborhood (if you gave one), the month you joined, your reviews and your public lists. We ask search engines
        to leave it out. Your picture is a drawn house unless you choose your Google picture. Our server copies that
        once, and Google doesn’t learn who looks at it. No one else sees your email address. We email you about your
        payments, places that you claim, and a business that you submit if you gave your address for it. We email you
        about your reviews, corrections and other notifications, and send you the newsletter, only if you choose that in
        your settings.
      </p>

      <h2 className="h2">If you save or list something</h2>
      <p>
        Only you see what you save, and only you see your lists until you choose otherwise. A list shared by link or
        made public shows its name, your notes and your name to anyone who has its URL, and has a preview picture for
        where its link is shared. A new link ends the old one. Someone who copies your list gets its name and places and
        keeps them, but not your notes or your name. After you delete your account, the copy loses the name you gave it,
        unless its owner has renamed it. Your picks are based on what you saved and reviewed well. They leave out what
        you dismiss, which we store only for that. Only you see your activity.
      </p>

      <h2 className="h2">Your notifications</h2>
      <p>
        Notifications about a review you wrote or reported are visible only to you, and stored for{" "}
        {limits.notificationDays} days with the time at which you marked them as read.
      </p>

      <PaymentsSection limits={limits} />

      <h2 className="h2">If you write a review</h2>
      <p>
        Your review appears under your name, with the month you joined and how many reviews you have written. If you
        change it, earlier versions are stored where only we can read them. If you delete it, they are deleted as well.
        Writing a review sets a cookie with a random key for {limits.browserIdDays} days, so that we notice several
        accounts writing from one browser. We store a hash of it for as long. No one sees who found a review helpful or
        reported it. If you reply to a review for a business, the reply appears under the business’s name, and is
        deleted with your account.
      </p>

      <QuestionsSection />

      <h2 className="h2">If you add photos of a place</h2>
      <p>
        Of a photo you add to a place you manage, we store nothing except the picture itself. Where, when and with what
        it was taken is removed on upload, and so is the original file. It appears as the business’s photo, without your
        name, and stays with the place if you delete your account. A photo you remove disappears from the site at once
        and from our disks within about a day. No one sees who reported a photo.
      </p>

      <h2 className="h2">Your data, and deleting your account</h2>
      <p>
        In your settings you can download one file with everything we store about you, and delete your account. Deleting
        it signs you out everywhere and hides everything of yours at once. For {limits.accountDays} days you can sign in
        and restore it. A cookie that lasts {limits.accountRestoreMinutes} minutes carries you to that question. After
        that we delete everything: your account, your reviews and what became of them, and what you saved, listed, voted
        for and reported. If you were a moderator, your decisions stay without your name. The server’s log has the
        number of your account, which then no longer identifies anyone.
      </p>
    </>
  );
}

function QuestionsSection() {
  return (
    <>
      <h2 className="h2">If you ask about a place, or answer</h2>
      <p>
        Your questions and answers about a place appear publicly under your name until you delete them or your account.
        Deleting a question deletes its answers. The managers of the place are notified of your question. If you answer
        for a business, the answer appears under the business’s name, and is deleted with your account. No one sees who
        reported a question or an answer.
      </p>
    </>
  );
}

function PaymentsSection({ limits }: { limits: Limits }) {
  return (
    <>
      <h2 className="h2">If you subscribe</h2>
      <p>
        You enter your card on the payment provider’s own page, and it never reaches us. We store your customer number
        at the provider, your plan, and until when it is paid. The provider gets your email address and that number. We
        keep refunded payments for our accounting, without your name after you delete your account. If this site says
        “test mode”, no payment provider is involved: this server simulates one, and no card is charged. With the VIP
        plan, your reviews show it beside your name.
      </p>
      <p>
        We email you a receipt, and tell you when a payment fails or a canceled plan is about to end. We keep such an
        email for {limits.mailDays} days, to send it again if your mail server is busy, and to know that it was sent.
      </p>

      <h2 className="h2">If you advertise</h2>
      <p>
        A campaign is paid for in the same way and belongs to the place, so its managers see it. We keep what you paid
        and what was refunded for our accounting, without your name after you delete your account.
      </p>
      <p>
        Each time a sponsored place is seen or followed, we store when, on which page and for which campaign, for{" "}
        {limits.dailySponsoredStats} days, to calculate its bill. Both are stored under a number made for that one view.
        It shows that what was seen was also followed, but not by whom or what else they looked at. After that only
        totals remain, by day and page.
      </p>

      <h2 className="h2">If you ask an editor</h2>
      <p>
        Only you and the editors can read your question and the answer. We store them until you delete your account. You
        can withdraw a question that is not yet answered.
      </p>
    </>
  );
}
