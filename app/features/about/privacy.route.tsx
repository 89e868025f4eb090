import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { LOG_DAYS_KEPT } from "../advertising/kept-days.ts";
import { TERM_VISITORS_MIN } from "../analytics/counted-words.ts";
import { COUNT_DAYS_KEPT, DETAIL_DAYS_KEPT } from "../analytics/day-counts.ts";
import { WAY_BACK_DAYS } from "../accounts/way-back.ts";
import { MESSAGES_DAYS_KEPT, SPAM_DAYS_KEPT, TRACES_DAYS_KEPT } from "../inbox/kept-days.ts";
import {
  BOUNCED_DAYS_KEPT,
  DELIVERIES_DAYS_KEPT,
  UNCONFIRMED_DAYS_KEPT,
  UNSUBSCRIBED_DAYS_KEPT,
} from "../newsletter/kept-days.ts";
import type { Route } from "./+types/privacy.route";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Privacy",
    description:
      "No cookies for readers, no other companies, and views counted without following anyone: what Rowhouse keeps and what it throws away.",
    path: "/privacy",
  });

export default function Privacy() {
  return (
    <div className="wrap">
      <h1 className="d2 pt-10 pb-3">Privacy</h1>
      <p className="lede pb-4">
        You can read all of Rowhouse without telling it anything. It sets no cookies for readers, and no other company
        learns that you were here.
      </p>
      <div className="prose">
        <h2 className="h2">What is kept in your browser</h2>
        <p>
          If you choose a light or dark theme, that one word is kept in your browser’s local storage under the name{" "}
          <code>rowhouse-theme</code>. Choosing System removes it. What you searched for last is kept beside it, under{" "}
          <code>recent-searches</code>, to be offered when you search again; each can be taken off, and so can all.
          Neither is ever sent to us. Besides, your browser keeps copies of pages and pictures for a while, as it does
          with every site.
        </p>

        <WhatMembersLeave />

        <WhatCorrectionsLeave />
        <WhatClaimsLeave />

        <WhatSubmissionsLeave />

        <WhatTheNewsletterLeaves />
        <WhatMessagesLeave />

        <HowVisitsAreCounted />

        <h2 className="h2">Who else is involved</h2>
        <p>
          No one. Fonts, pictures, maps and scripts all come from this site’s own server, photographs too: where a page
          shows one from Pexels, our server has fetched it, and Pexels doesn’t learn who looks at it. There are no
          advertising networks, no analytics of other companies, no embedded posts, and no buttons that report to a
          social network. A link to a place’s own website takes you to that website and its own rules.
        </p>

        <h2 className="h2">Your position</h2>
        <p>
          “Near me” asks your browser for your position, and only after you press it. Your browser asks you first. If
          you agree, the page’s address carries it, rounded to about a hundred meters, and the list is ordered by the
          distance from there. We don’t keep it.
        </p>

        <h2 className="h2">What you search for</h2>
        <p>
          The words stand in the address of the page, so they are in your browser’s history like any other address. We
          keep no list of who searched for what. How often something was searched for, found nothing or was followed is
          counted, and the words themselves only once {TERM_VISITORS_MIN} visitors of one day have used them; addresses
          of e-mail and long numbers never are.
        </p>

        <h2 className="h2">When something breaks</h2>
        <p>
          If the server can’t answer, it writes down what went wrong, the address of the page that was asked for, and a
          number that the error page shows you. It doesn’t write down who asked.
        </p>

        <h2 className="h2">Businesses and people in the guide</h2>
        <p>
          The guide lists places that anyone may visit. Businesses in homes are left out, and so are the names,
          addresses and telephone numbers of owners and licensees that public registers hold.
        </p>
      </div>
    </div>
  );
}

function WhatCorrectionsLeave() {
  return (
    <>
      <h2 className="h2">If you correct something</h2>
      <p>
        You need no account to suggest an edit, to report a place closed or to say that a fact is still right. Sending
        one sets a cookie with a random key for 30 days. We keep a hash of it and one of your network address for 60
        days, to tell whether two reports come from two people; the address itself is never written down, and the hash
        is made so that trying all addresses takes years. What you write to the editors is read by them alone, and by
        whoever has the address of the page that tells its outcome. Nobody learns who corrected what; with your account
        goes the link to it and what you wrote.
      </p>
    </>
  );
}

function WhatClaimsLeave() {
  return (
    <>
      <h2 className="h2">If you run a business</h2>
      <p>
        When you claim a place we keep how, when, the address that you had a code mailed to, and what you wrote to the
        editors, for 180 days; of the code we keep a hash. Who runs a place with you sees your name and since when.
        Visitors don’t: your replies stand there in the name of the business. Whom you invite we write to once, and
        forget the address 30 days after the invitation has ended. If you have us look at your website, we read two
        pages of it and keep neither.
      </p>
    </>
  );
}

function WhatSubmissionsLeave() {
  return (
    <>
      <h2 className="h2">If you submit a business</h2>
      <p>
        You need no account. What you have filled in is kept in your browser’s local storage, under{" "}
        <code>rowhouse-submission</code>, until what you send has arrived; if you are signed in, also with your account,
        for 90 days. While you type, the name, address, phone and website are sent to our server to look for the same
        place in the guide, and kept nowhere. With what you send we keep the same two hashes as of a correction, for 60
        days. If you give an address of e-mail, one mail asks whether it is yours; only when you say so do we write what
        an editor decided. The facts become a page of the guide if an editor takes them over; what you write to the
        editors is read by them alone, and so is what you have to do with the business. Photos that you add are seen by
        editors, and by whoever has the address of its page, until one decides; nothing is kept of a file but its
        picture. Those that are published stand there as sent in with the listing, not under your name, and stay when
        your account goes. The others are gone from our disks within about a day of the decision.
      </p>
    </>
  );
}

function WhatTheNewsletterLeaves() {
  return (
    <>
      <h2 className="h2" id="newsletter">
        If you get the newsletter
      </h2>
      <p>
        You give an address of e-mail, and a mail asks whether it is yours; until you press the button that it leads to,
        nothing else comes, and an address that nobody confirms is off the list after {UNCONFIRMED_DAYS_KEPT} days. A
        copy of each mail, with the key in its links until it is sent, is kept for two weeks, and a hash of the network
        that asked for a day, so that nobody has us write to a whole list of strangers. We keep the address, what you
        chose, when you confirmed it, and for {DELIVERIES_DAYS_KEPT} days which issues went there. Links in the
        newsletter lead straight to our pages and are the same for everybody, but for the two to your choices and to
        unsubscribe, which carry a key of yours that we keep as a hash. Its pictures come from our server under the same
        addresses for everybody, and nobody counts who loads them: we don’t learn whether you open it or where you
        click. Whether your mail server takes a mail we do learn; an address that it says doesn’t exist gets nothing for{" "}
        {BOUNCED_DAYS_KEPT} days, with what it said kept beside it, and is then forgotten. If you unsubscribe, we keep
        the address for {UNSUBSCRIBED_DAYS_KEPT} days, in case it was a mistake. It goes with your account, too.
      </p>
    </>
  );
}

function WhatMessagesLeave() {
  return (
    <>
      <h2 className="h2">If you write to us</h2>
      <p>
        What you write by the contact form is read by the editors alone, with your name, your address of e-mail and what
        it is about. A mail says that it has come; an editor’s answer comes by mail. With it we keep a hash of your
        network address and one of your mailbox for {TRACES_DAYS_KEPT} days, to tell when somebody sends too much. Once
        it is answered or closed, the message is deleted after {MESSAGES_DAYS_KEPT} days, and after {SPAM_DAYS_KEPT} if
        an editor takes it for spam; if you were signed in, it goes with your account. Of one that an editor deletes on
        the day it came only these hashes stay and one of the message itself, for two days at most. What you answer to
        an editor’s mail goes to their mailbox and not through this site.
      </p>
    </>
  );
}

function HowVisitsAreCounted() {
  return (
    <>
      <h2 className="h2">How views are counted</h2>
      <p>
        We count how often a page is read, so that Trending means something. To count a reader once a day and not ten
        times, the server mixes your network address and your browser’s description of itself with a random number and
        keeps only the result, a mark that can’t be turned back. The random number is made anew every day, and the old
        one is thrown away together with the day’s marks. What stays is two numbers for a page and a day: views and
        visitors. Nobody can be followed from one day to the next, not by us either. The network address itself is never
        written down. Robots are not counted.
      </p>
      <p>
        In the same way we count, for the whole guide, what kind of site led to a view, whether it was opened on a
        phone, a tablet or a computer, how many searches found nothing, and how many people opened the page with the
        plans, began to pay and paid. Of the address that you come from we take the site’s name alone: one that we know,
        such as a search engine’s, or, once {TERM_VISITORS_MIN} visitors of one day came from there, each by a network
        of their own, another. The same goes for the words that a marked link carries for its sender. If your browser
        asks not to be tracked, by Global Privacy Control or Do Not Track, none of that is counted, and none of the
        words that you search for: only that a page was opened once more. Words, sites’ names and how long our server
        took for its pages go after {DETAIL_DAYS_KEPT} days, the rest of this after {COUNT_DAYS_KEPT}.
      </p>
      <p>
        In the same way we count for each place how often it was shown in a list, and how often somebody followed the
        links on its page to its website, its phone number or the way there, or shared it. Whoever runs the place sees
        these numbers by day, and never who. What people searched for is kept only once five visitors of the same day,
        each by a network of their own, have searched for it, and without them. If you run a place and are signed in,
        your own visits to it don’t count.
      </p>
      <p>
        Where a business pays to be shown, the slot says “Sponsored”. What is shown there goes by the page and by
        nothing about you. We count that it was seen and followed, by day and page. So that it isn’t counted too often
        for one visitor, the day’s marks are used here too; they are thrown away with it.
      </p>
    </>
  );
}

function WhatSigningInLeaves() {
  return (
    <>
      <h2 className="h2">If you sign in</h2>
      <p>
        Signing in sets one cookie with a random key, so that the next page knows you; signing out ends it. With it we
        keep when you signed in and last read something, and a name for the browser such as “Firefox on Windows”,
        nothing finer. From Google we take your name, your address of e-mail, the address of your picture and the number
        by which Google knows you here. You see every browser that is signed in, and can sign each of them out. While a
        page is open, it asks the server now and then whether you are still signed in. A second cookie lasts for one
        page at most: it carries a word such as “Signed out” to it.
      </p>
    </>
  );
}

function WhatMembersLeave() {
  return (
    <>
      <WhatSigningInLeaves />

      <h2 className="h2">What others see of you</h2>
      <p>
        Your profile is private until you make it public in your settings. Then a page of yours shows your name, your
        picture, your neighborhood if you gave one, the month you joined, your reviews and your public lists; search
        engines are asked to leave it out. Your picture is a drawn house unless you choose the one of your Google
        account: our server copies that once, and Google doesn’t learn who looks at it. Nobody else is shown your
        address of e-mail. Rowhouse writes to it about your payments, about places that you claim, and about a business
        that you submit and give it for; about your reviews, corrections and whatever else you are told here, and with
        the newsletter, only if you ask for that in your settings.
      </p>

      <h2 className="h2">If you save or list something</h2>
      <p>
        What you save is shown to you alone, and so are your lists until you choose otherwise. A list that you open by
        link or to everybody shows its name, your notes and your name to whoever has its address, and has a picture for
        where its link is shared; a new link ends the old one. Whoever copies your list gets its name and places, and
        keeps them, not your notes and not your name; once your account is gone, the copy loses the name that you gave
        it, unless its owner has given it another. What is picked for you goes by what you saved and reviewed well and
        leaves out what you wave away, which is kept for that alone. Your activity is put together from all this for you
        alone.
      </p>

      <h2 className="h2">What we tell you</h2>
      <p>
        What became of a review of yours, or of one that you reported, is kept for you alone, for 90 days, with the time
        at which you marked it as read.
      </p>

      <WhatPayingLeaves />

      <h2 className="h2">If you write a review</h2>
      <p>
        Your review stands under your name, with the month you joined and how many reviews you have written. When you
        change it, its earlier versions are kept where only we can read them; deleting it deletes those too. Writing one
        sets a cookie with a random key for 30 days, so that several accounts writing from one browser are noticed; we
        keep a hash of it for as long. Whoever found a review helpful or reported it is shown to nobody. If you answer a
        review for a business, the reply stands under the business’s name, and goes with your account.
      </p>

      <WhatAskingLeaves />

      <h2 className="h2">If you add photos of a place</h2>
      <p>
        Of a photo that you add to a place that you run, nothing is kept but the picture itself: where and when it was
        taken, and with what, is removed as it comes, and so is the file. It is shown as the business’s, not under your
        name, and stays with the place when your account goes. A photo that you take off is gone from the site at once
        and from our disks within about a day. Whoever reported a photo is shown to nobody.
      </p>

      <h2 className="h2">If you want to take it with you, or leave</h2>
      <p>
        Your settings have one file with everything we hold of you, and a way to delete your account. Deleting it signs
        you out everywhere and hides all that is yours at once. For {WAY_BACK_DAYS} days you can sign in and have it
        back; a cookie of a quarter of an hour carries you to that question. After that everything is removed: your
        account, your reviews and what became of them, what you saved, listed, voted for and reported. If you were a
        moderator, your decisions stay without you. The server’s log notes the number that your account had, which then
        names nobody.
      </p>
    </>
  );
}

function WhatAskingLeaves() {
  return (
    <>
      <h2 className="h2">If you ask about a place, or answer</h2>
      <p>
        What you ask about a place and what you answer stand under your name for everybody to read, until you delete
        them or your account; a question takes its answers with it. Whoever runs the place is told of your question. If
        you answer for a business, the answer stands under the business’s name, and goes with your account. Whoever
        reported a question or an answer is shown to nobody.
      </p>
    </>
  );
}

function WhatPayingLeaves() {
  return (
    <>
      <h2 className="h2">If you subscribe</h2>
      <p>
        Your card goes to the payment provider’s own page and never comes here. We keep under which number the provider
        knows you, your plan, and until when it is paid; the provider gets your address of e-mail and that number. A
        payment that you had back is kept for the books, without your name once your account is gone. Where this site
        says “test mode”, no payment provider is asked: what stands in for one is this server, and no card is charged.
        With the VIP plan your reviews say so beside your name.
      </p>
      <p>
        We mail you a receipt, and tell you when a payment fails or a canceled plan is about to end. Such a mail is kept
        for 14 days, to be sent again if your mail server has no time, and to know that it was sent.
      </p>

      <h2 className="h2">If you advertise</h2>
      <p>
        A campaign is paid for in the same way and belongs to the place: whoever runs it sees it. What you paid and what
        you had back is kept for the books, without your name once your account is gone.
      </p>
      <p>
        Each time a sponsored place is seen or followed we keep when, on which page and for which campaign, for{" "}
        {LOG_DAYS_KEPT} days: its bill is added up from that. Both stand under a number that is made up for that one
        time, so it shows that what was seen was followed; not by whom, nor what else they looked at. After that there
        are only sums, by day and page.
      </p>

      <h2 className="h2">If you ask an editor</h2>
      <p>
        The editors and you read your question and the answer, and nobody else does. They are kept until you delete your
        account; a question that waits you can take back.
      </p>
    </>
  );
}
