import "./newsletter.css";

import { NEWSLETTER_PATH } from "../newsletter-paths.ts";

/** Id of the field; the same page's footer has another one. */
export const EMAIL_FIELD_ID = "newsletter-email";

type SubscribeFormProps = { typed: string; problem: string | null; stamp: string | null };

/** The subscription form. `stamp`: when the form was opened, if that has to be proved. */
export function SubscribeForm({ typed, problem, stamp }: SubscribeFormProps) {
  return (
    <form method="post" action={NEWSLETTER_PATH} className="newsletter-subscribe" noValidate>
      {stamp !== null && <input type="hidden" name="stamp" value={stamp} />}
      <div className={problem === null ? "field" : "field field-error"}>
        <label htmlFor={EMAIL_FIELD_ID}>Email address</label>
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
      {/* Invisible, so only bots fill it in. */}
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
