import type { PrivacyLimits } from "./privacy-limits.ts";

export function NewsletterSection({ limits }: { limits: PrivacyLimits }) {
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

export function MessagesSection({ limits }: { limits: PrivacyLimits }) {
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
