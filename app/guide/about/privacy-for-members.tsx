import type { PrivacyLimits } from "./privacy-limits.ts";

export function SignInSection() {
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

export function MembersSection({ limits }: { limits: PrivacyLimits }) {
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

      <SearchAlertsSection limits={limits} />

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
        for and reported. If you were an editor, your decisions stay without your name. The server’s log has the number
        of your account, which then no longer identifies anyone.
      </p>
    </>
  );
}

function SearchAlertsSection({ limits }: { limits: PrivacyLimits }) {
  return (
    <>
      <h2 className="h2">If you create a search alert</h2>
      <p>
        We store the words you searched for with your account until we email you a place that matches, or until you
        remove the alert. A copy of the email is deleted after {limits.mailDays} days. Only you see your alerts. Each of
        these emails has a link that stops all of them.
      </p>
    </>
  );
}

function PaymentsSection({ limits }: { limits: PrivacyLimits }) {
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
