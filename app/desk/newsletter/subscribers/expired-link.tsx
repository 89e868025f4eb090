import "./newsletter.css";

import { Link } from "react-router";

import { NEWSLETTER_PATH } from "../newsletter-paths.ts";

/** Instead of the page of a link whose key isn't known, or no longer. */
export function ExpiredLink() {
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">This link has expired</h1>
      <p className="lede">
        It’s too old, or incomplete: some email apps cut long links. Enter your address again and we’ll email you a new
        link, also if you’re already subscribed.
      </p>
      <p>
        <Link className="button button-primary" to={NEWSLETTER_PATH}>
          Go to the newsletter
        </Link>
      </p>
    </div>
  );
}
