import "../dashboard/member-pages.css";

import { X } from "lucide-react";
import { Link } from "react-router";

import { PlaceRow } from "#app/guide/places/cards/place-row.tsx";
import type { PlaceCardData } from "#app/guide/places/place.ts";

import type { PickReason } from "./pick.ts";
import { SavePlaceHeart } from "../saves/save-place-heart.tsx";

type PickRowsProps = { picks: readonly { place: PlaceCardData; reason: PickReason }[] };

/** Places picked for a member, each with the reason. They can be saved or dismissed. */
export function PickRows({ picks }: PickRowsProps) {
  return (
    <ul className="place-rows">
      {picks.map(({ place, reason }) => (
        <PlaceRow
          key={place.slug}
          place={place}
          reason={<PickReasonText reason={reason} />}
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
                  aria-label={`Don’t suggest ${place.name} again`}
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

function PickReasonText({ reason: { slug, name, how, stars, walkMinutes } }: { reason: PickReason }) {
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
        ? ", the same kind of place."
        : `, the same kind of place about ${walkMinutes} min walk away.`}
    </>
  );
}

/** What to do to get picks. */
export function NoPicks({ hasLiked }: { hasLiked: boolean }) {
  return (
    <p className="text-muted">
      {hasLiked
        ? "No new picks right now. Save a different kind of place to get more."
        : "Save a few places and we’ll suggest more like them."}
    </p>
  );
}
