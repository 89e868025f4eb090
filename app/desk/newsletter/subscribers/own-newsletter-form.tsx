import "#app/people/members/profile/settings.css";

import { SectionHead } from "#app/ui/section-head.tsx";

import type { NeighborhoodChoice, SubscriptionView } from "./preferences.ts";
import { SubscriptionFields } from "./subscription-fields.tsx";

type OwnNewsletterProps = {
  newsletter: SubscriptionView | null;
  choices: readonly NeighborhoodChoice[];
  /** Why subscribing is currently closed; null if it is open. */
  closed: string | null;
};

/** The member's newsletter section in the settings. */
export function OwnNewsletter({ newsletter, choices, closed }: OwnNewsletterProps) {
  return (
    <section aria-labelledby="newsletter">
      <SectionHead id="newsletter" title="Newsletter" />
      <div className="settings-words newsletter-own">
        {newsletter === null ? (
          <p>Your account has no email address, so we can’t send you the newsletter.</p>
        ) : newsletter.state === "active" ? (
          <Choices {...{ newsletter, choices }} />
        ) : closed !== null ? (
          <p>{closed}</p>
        ) : (
          <Subscribe newsletter={newsletter} />
        )}
      </div>
    </section>
  );
}

function Choices({ newsletter, choices }: { newsletter: SubscriptionView; choices: readonly NeighborhoodChoice[] }) {
  return (
    <>
      <p>
        We send it to <b>{newsletter.email}</b>.
      </p>
      <form method="post" action="/settings" className="newsletter-form">
        <input type="hidden" name="intent" value="newsletter" />
        <SubscriptionFields subscription={newsletter} choices={choices} />
        <div className="newsletter-buttons">
          <button type="submit" className="button button-outline" name="do" value="keep">
            Save newsletter choices
          </button>
          <button type="submit" className="button button-plain" name="do" value="end">
            Unsubscribe
          </button>
        </div>
      </form>
    </>
  );
}

function Subscribe({ newsletter }: { newsletter: SubscriptionView }) {
  return (
    <form method="post" action="/settings" className="newsletter-form">
      <input type="hidden" name="intent" value="newsletter" />
      <p>
        {newsletter.state === "bounced"
          ? "Emails to your address bounced, so we stopped sending. If it works again, subscribe again."
          : "New guides and places once a week, to your account’s email address. Unsubscribe anytime."}
      </p>
      <div>
        <button type="submit" className="button button-outline" name="do" value="subscribe">
          Get the newsletter
        </button>
      </div>
    </form>
  );
}
