import "./newsletter.css";

import type { NeighborhoodChoice, SubscriptionView } from "./preferences.ts";
import { UNSUBSCRIBED_RETENTION_DAYS } from "./retention-days.ts";
import { SubscriptionFields } from "./subscription-fields.tsx";

const DONE_MESSAGES: Partial<Record<string, string>> = {
  confirmed: "You’re subscribed to the newsletter.",
  saved: "Choices saved.",
  ended: `You’re unsubscribed. We’ll delete the address in ${UNSUBSCRIBED_RETENTION_DAYS} days.`,
  again: "You’re subscribed again.",
};

type NewsletterChoicesProps = {
  subscription: SubscriptionView;
  choices: readonly NeighborhoodChoice[];
  path: string;
  done: string | null;
  why: string | null;
};

/** What a subscriber gets, and how to end it. */
export function NewsletterChoices({ subscription, choices, path, done, why }: NewsletterChoicesProps) {
  const message = DONE_MESSAGES[done ?? ""];
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Your newsletter</h1>
      {why === null && message !== undefined && (
        <p className="form-notice" role="status">
          {message}
        </p>
      )}
      {why !== null && (
        <p className="form-problem" role="alert">
          {why}
        </p>
      )}
      {subscription.state === "active" ? (
        <>
          <p>
            We send it to <b>{subscription.email}</b>.
          </p>
          <form method="post" action={path} className="newsletter-form">
            <SubscriptionFields {...{ subscription, choices }} />
            <div className="newsletter-buttons">
              <button type="submit" className="button button-primary" name="do" value="keep">
                Save choices
              </button>
              <button type="submit" className="button button-outline" name="do" value="end">
                Unsubscribe from everything
              </button>
            </div>
          </form>
        </>
      ) : (
        <>
          <p>
            We don’t send the newsletter to <b>{subscription.email}</b>
            {subscription.state === "bounced" && ", because emails to it bounced"}.
          </p>
          <form method="post" action={path}>
            <button type="submit" className="button button-primary" name="do" value="again">
              Subscribe again
            </button>
          </form>
        </>
      )}
    </div>
  );
}
