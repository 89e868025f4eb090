import "./place-page.css";

import type { PlacePage } from "../place.ts";

/** What a listed place has in place of a description. */
export function ListedNote({ place: { slug, listedNote, closure } }: { place: PlacePage }) {
  return (
    <p className="place-listed">
      {listedNote} We haven’t written about it yet.{" "}
      {closure?.isFinal !== true && (
        <a className="link no-print" href={`/places/${slug}/review`} rel="nofollow">
          Been there? Write the first review
        </a>
      )}
    </p>
  );
}
