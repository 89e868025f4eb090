/** Where mails are while no mail server is set up. Only trials have the page that lists them. */
export function HeldMailsNote() {
  return (
    <>
      No mail server is set up (SMTP_URL), so emails are stored here and not sent.
      {__TRIAL__ && (
        <>
          {" "}
          <a className="link" href="/development/mailbox">
            Read them in the mailbox
          </a>
          .
        </>
      )}
    </>
  );
}
