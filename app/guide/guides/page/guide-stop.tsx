import "./guide-page.css";

import { Footprints } from "lucide-react";
import { Link } from "react-router";

import { HoursLine } from "#app/guide/places/hours/hours-line.tsx";
import { PlaceWhereabouts } from "#app/guide/places/cards/place-row.tsx";
import type { GuidePlace } from "./guide.ts";
import { type MentionedPlace, splitAtMentions } from "./place-mentions.ts";

type GuideStopProps = {
  stop: GuidePlace;
  /** All places of the guide, which the text links. */
  places: readonly GuidePlace[];
  number: string;
  isWalk: boolean;
  isHighlighted: boolean;
};

/** One place of a guide: the reason to go, a hint and its listing. Before it, the walk from the previous place. */
export function GuideStop({ stop, places, number, isWalk, isHighlighted }: GuideStopProps) {
  const { place, reason, hint, walkMinutes } = stop;
  const others = places.map((each) => each.place).filter(({ slug }) => slug !== place.slug);
  return (
    <>
      {isWalk && walkMinutes !== null && (
        <p className="guide-leg">
          <Footprints className="icon-small" aria-hidden="true" />
          About {walkMinutes} min on foot
        </p>
      )}
      <section
        className={isHighlighted ? "guide-stop guide-stop-highlighted" : "guide-stop"}
        id={place.slug}
        data-pin={number}
        aria-labelledby={`${place.slug}-name`}
      >
        <span className="guide-stop-number">{number}</span>
        <div className="guide-stop-head">
          <h2 className="h1" id={`${place.slug}-name`}>
            <Link className="name-link" to={`/places/${place.slug}`}>
              {place.name}
            </Link>
          </h2>
          <p className="text-row text-muted">{place.type}</p>
          <PlaceWhereabouts place={place} />
        </div>
        <div className="guide-stop-body">
          <div>
            <p className="prose-guide">
              <LinkedText text={reason} places={others} />
            </p>
            {hint !== "" && (
              <p className="guide-hint">
                <LinkedText text={hint} places={others} />
              </p>
            )}
            <p className="guide-stop-links">
              <HoursLine line={place.hours} />
              <Link className="link" to={`/places/${place.slug}`}>
                Details<span className="sr-only"> for {place.name}</span>
              </Link>
            </p>
          </div>
          <div className="picture">
            <img
              src={place.picture.card}
              alt={place.picture.alt}
              width={480}
              height={360}
              loading="lazy"
              decoding="async"
            />
          </div>
        </div>
      </section>
    </>
  );
}

/** A text in which the names of places are links. */
function LinkedText({ text, places }: { text: string; places: readonly MentionedPlace[] }) {
  return splitAtMentions(text, places).map((piece, index) =>
    piece.slug === null ? (
      piece.text
    ) : (
      <Link key={index} className="link" to={`/places/${piece.slug}`}>
        {piece.text}
      </Link>
    ),
  );
}
