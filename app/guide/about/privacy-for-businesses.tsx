import type { PrivacyLimits } from "./privacy-limits.ts";

export function CorrectionsSection({ limits }: { limits: PrivacyLimits }) {
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

export function ClaimsSection({ limits }: { limits: PrivacyLimits }) {
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

export function SubmissionsSection({ limits }: { limits: PrivacyLimits }) {
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
