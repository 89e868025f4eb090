import { SectionHead } from "#app/ui/section-head.tsx";

import type { NeighborhoodChoice, ShownSubscription } from "./preferences.ts";
import { SubscriptionFields } from "./subscription-fields.tsx";

type OwnNewsletterProps = {
  newsletter: ShownSubscription | null;
  choices: readonly NeighborhoodChoice[];
  /** Why nobody can subscribe just now. */
  closed: string | null;
};

/** The newsletter of whoever is signed in, in their settings. */
export function OwnNewsletter({ newsletter, choices, closed }: OwnNewsletterProps) {
  return (
    <section aria-labelledby="newsletter">
      <SectionHead id="newsletter" title="Newsletter" />
      <div className="settings-words newsletter-own">
        {newsletter === null ? (
          <p>Your account has no address of e-mail, so there is nowhere to send it.</p>
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

function Choices({ newsletter, choices }: { newsletter: ShownSubscription; choices: readonly NeighborhoodChoice[] }) {
  return (
    <>
      <p>
        It goes to <b>{newsletter.address}</b>.
      </p>
      <form method="post" action="/settings" className="newsletter-form">
        <input type="hidden" name="intent" value="newsletter" />
        <SubscriptionFields subscription={newsletter} choices={choices} />
        <div className="newsletter-buttons">
          <button type="submit" className="button button-outline" name="do" value="keep">
            Keep the choices
          </button>
          <button type="submit" className="button button-plain" name="do" value="end">
            Unsubscribe
          </button>
        </div>
      </form>
    </>
  );
}

function Subscribe({ newsletter }: { newsletter: ShownSubscription }) {
  return (
    <form method="post" action="/settings" className="newsletter-form">
      <input type="hidden" name="intent" value="newsletter" />
      <p>
        {newsletter.state === "bounced"
          ? "Mails to your address came back, so nothing is sent there. If it works again, say so."
          : "New guides and new places, once a week, to your account’s address. One click ends it."}
      </p>
      <div>
        <button type="submit" className="button button-outline" name="do" value="subscribe">
          Get the newsletter
        </button>
      </div>
    </form>
  );
}
