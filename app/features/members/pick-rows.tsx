import { X } from "lucide-react";
import { Link } from "react-router";

import { PlaceRow } from "#app/features/places/place-row.tsx";
import type { PlaceCardData } from "#app/features/places/place.ts";

import type { PickReason } from "./pick.ts";
import { SavePlaceHeart } from "./save-place-heart.tsx";

type PickRowsProps = { picks: readonly { place: PlaceCardData; reason: PickReason }[] };

/** Places picked for a member, each with why, to be saved or waved away. */
export function PickRows({ picks }: PickRowsProps) {
  return (
    <ul className="place-rows">
      {picks.map(({ place, reason }) => (
        <PlaceRow
          key={place.slug}
          place={place}
          reason={<Because reason={reason} />}
          action={
            <div className="pick-actions">
              <SavePlaceHeart place={place} />
              <form method="post" action="/member/dashboard">
                <input type="hidden" name="item" value={`places/${place.slug}`} />
                <button
                  type="submit"
                  className="icon-button"
                  name="do"
                  value="dismiss"
                  aria-label={`Don’t pick ${place.name} again`}
                >
                  <X className="icon" aria-hidden="true" />
                </button>
              </form>
            </div>
          }
        />
      ))}
    </ul>
  );
}

function Because({ reason: { slug, name, how, stars, walkMinutes } }: { reason: PickReason }) {
  const link = (
    <Link className="link" to={`/places/${slug}`}>
      {name}
    </Link>
  );
  return (
    <>
      Because you{" "}
      {how === "saved" ? (
        <>saved {link}</>
      ) : (
        <>
          gave {link} {stars} stars
        </>
      )}
      {walkMinutes === null
        ? ", a place of the same kind."
        : `, a place of the same kind about ${walkMinutes} min away on foot.`}
    </>
  );
}

/** What to do so that there is something to pick by. */
export function NoPicks({ hasLiked }: { hasLiked: boolean }) {
  return (
    <p className="text-stone-5">
      {hasLiked
        ? "Nothing to pick just now: you know the places of the kinds that you like. Save one of another kind and look again."
        : "Nothing to pick by yet. Save a place or review one well, and others like it appear here, each with the reason."}
    </p>
  );
}
