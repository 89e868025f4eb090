import { NEWSLETTER_PATH } from "./newsletter-paths.ts";

/** Of the field; the footer of the same page has one too. */
export const EMAIL_FIELD_ID = "newsletter-email";

type SubscribeFormProps = { typed: string; problem: string | null; stamp: string | null };

/** Asks for the newsletter. `stamp` says when the form was opened, where that is asked for. */
export function SubscribeForm({ typed, problem, stamp }: SubscribeFormProps) {
  return (
    <form method="post" action={NEWSLETTER_PATH} className="newsletter-subscribe" noValidate>
      {stamp !== null && <input type="hidden" name="stamp" value={stamp} />}
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor={EMAIL_FIELD_ID}>E-mail address</label>
        <input
          className="input"
          id={EMAIL_FIELD_ID}
          type="email"
          name="email"
          defaultValue={typed}
          required
          autoComplete="email"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${EMAIL_FIELD_ID}-problem`}
        />
        {problem !== null && <small id={`${EMAIL_FIELD_ID}-problem`}>{problem}</small>}
      </div>
      {/* Nobody sees it, so that whatever fills it in is no person. */}
      <div className="newsletter-fax" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="fax" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <button type="submit" className="button button-primary">
        Subscribe
      </button>
    </form>
  );
}
