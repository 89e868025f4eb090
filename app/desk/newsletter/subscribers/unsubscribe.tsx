import "./newsletter.css";

import { Link } from "react-router";

import { subscriberPath } from "../newsletter-paths.ts";
import { UNSUBSCRIBED_RETENTION_DAYS } from "./retention-days.ts";

/** Asks whether to unsubscribe, or says that it is done. */
export function Unsubscribe({ address, keyText, isEnded }: { address: string; keyText: string; isEnded: boolean }) {
  const preferences = subscriberPath("preferences", keyText);
  if (isEnded) {
    return (
      <div className="wrap newsletter-page">
        <h1 className="d2">You’re unsubscribed</h1>
        <p className="lede" role="status">
          We won’t send anything else to <b>{address}</b>, and we’ll delete the address in {UNSUBSCRIBED_RETENTION_DAYS}{" "}
          days.
        </p>
        <form method="post" action={preferences}>
          <button type="submit" className="button button-outline" name="do" value="again">
            Subscribe again
          </button>
        </form>
      </div>
    );
  }
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Unsubscribe?</h1>
      <p className="lede">
        We’ll stop sending the newsletter to <b>{address}</b>.
      </p>
      <div className="newsletter-buttons">
        <form method="post" action={subscriberPath("unsubscribe", keyText)}>
          <button type="submit" className="button button-primary">
            Unsubscribe
          </button>
        </form>
        <Link className="button button-plain" to={preferences}>
          Change or pause instead
        </Link>
      </div>
    </div>
  );
}
