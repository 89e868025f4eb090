import { Link } from "react-router";

import { sectionPath } from "../dashboard/owner-page.tsx";

type LeavePlaceProps = { place: { slug: string; name: string }; isLastOwner: boolean; isAlone: boolean };

/** Lets somebody stop managing a place; the last owner confirms that they give it up. */
export function LeavePlace({ place, isLastOwner, isAlone }: LeavePlaceProps) {
  return (
    <section className="owner-section" aria-labelledby="leave">
      <h2 className="h3" id="leave">
        {isLastOwner ? "Give up listing" : "Leave"}
      </h2>
      <form method="post" action={sectionPath(place.slug, "people")} className="claim-form" noValidate>
        <input type="hidden" name="intent" value="leave" />
        {isLastOwner ? (
          <>
            <p>
              You are the last owner. If you give up {place.name}, you{isAlone ? "" : " and its managers"} lose access,
              and anyone with proof can claim it. The listing stays, with your changes and replies.{" "}
              <Link className="link" to={`/places/${place.slug}/suggest#closed`}>
                Has it closed? Tell us
              </Link>
            </p>
            <label className="owner-meant">
              <input type="checkbox" name="meant" value="yes" required />
              Yes, give up {place.name}
            </label>
          </>
        ) : (
          <p>You’ll lose access to these pages. The other owners and managers get a notification.</p>
        )}
        <div className="claim-buttons">
          <button type="submit" className="button button-outline">
            {isLastOwner ? "Give up listing" : `Leave ${place.name}`}
          </button>
        </div>
      </form>
    </section>
  );
}
