import { Footprints } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";
import { SectionMark } from "#app/ui/marks.tsx";

import { BASEMAP_FRAME, type PlanLayer } from "#app/guide/map/base/frame.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import { formatClosedPlaces } from "./closed-places-label.ts";
import { GuidePaywall } from "./guide-paywall.tsx";
import { GuideBadge } from "./guide-badge.tsx";
import { GuideStop } from "./guide-stop.tsx";
import { totalWalkMinutes } from "./guide-walk.ts";
import { type GuidePage, MEMBERS_PART_CLASS } from "./guide.ts";

type GuideColumnsProps = {
  guide: GuidePage;
  plan: PlanLayer | null;
  /** The sign-in URL for guests, with the return path; null for members. */
  signIn: string | null;
};

/** A guide's text with its places, and beside it the list of places and the map. */
export function GuideColumns({ guide, plan, signIn }: GuideColumnsProps) {
  const { places, teaser } = guide;
  const { highlighted, pointing } = useHighlightedPin();
  const walkMinutes = totalWalkMinutes(places);
  return (
    <div className={places.length > 0 ? "guide-columns" : "guide-columns guide-columns-plain"} {...pointing}>
      <div className={guide.isForMembers && teaser === null ? `guide-column ${MEMBERS_PART_CLASS}` : "guide-column"}>
        {guide.closed.count > 0 && <ClosedSince closed={guide.closed} />}
        {guide.blocks.map((block, index) => {
          if (block.kind === "html") {
            // Rendered from Markdown with raw HTML switched off (guide-body.ts).
            return (
              <div key={index} className="guide-body prose-guide" dangerouslySetInnerHTML={{ __html: block.html }} />
            );
          }
          const stop = places[block.index];
          if (stop === undefined) return null;
          const number = `${block.index + 1}`;
          return (
            <GuideStop
              key={stop.place.slug}
              stop={stop}
              places={places}
              number={number}
              isWalk={walkMinutes !== null}
              isHighlighted={highlighted === number}
            />
          );
        })}
        {teaser !== null && <GuidePaywall guide={guide} teaser={teaser} signInPath={signIn} />}
        <div className="guide-end">
          <SectionMark />
          {guide.authors.map(({ slug, name, bio }) => (
            <p key={slug} className="text-row text-muted">
              <b>{name}.</b> {bio}
            </p>
          ))}
        </div>
      </div>
      {places.length > 0 && <GuideSide guide={guide} plan={plan} walkMinutes={walkMinutes} highlighted={highlighted} />}
    </div>
  );
}

function ClosedSince({ closed }: Pick<GuidePage, "closed">) {
  return (
    <p className="guide-closed" role="note">
      {formatClosedPlaces(closed)} since this guide was written. We’ve left out what has closed.
    </p>
  );
}

/** A guide's title, byline and dates. `actions`: buttons. */
export function GuideHead({ guide, actions }: { guide: GuidePage; actions?: ReactNode }) {
  const { neighborhood, byline, places } = guide;
  return (
    <header className="guide-head">
      <div>
        <p className="kicker">
          {neighborhood === null ? (
            "Citywide"
          ) : (
            <Link className="name-link" to={`/neighborhood/${neighborhood.slug}`}>
              {neighborhood.name}
            </Link>
          )}{" "}
          <GuideBadge guide={guide} />
        </p>
        <h1 className="d3">{guide.title}</h1>
      </div>
      <div className="text-row text-muted">
        <p className="guide-excerpt-large">{guide.excerpt}</p>
        <p>
          By <b className="guide-author">{byline}</b>
        </p>
        <p className="meta">
          {guide.isEarly ? (
            <span>
              For everyone on <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
            </span>
          ) : (
            <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
          )}
          {guide.updatedLabel !== null && !guide.isEarly && (
            <span>
              Updated <time dateTime={guide.updatedAt}>{guide.updatedLabel}</time>
            </span>
          )}
        </p>
        <p className="meta">
          <span>{guide.readMinutes} min read</span>
          {places.length > 0 && <span>{pluralize(places.length, "place")}</span>}
          {guide.views != null && <span>{pluralize(guide.views, "view")}</span>}
        </p>
        {actions !== undefined && <div className="guide-actions no-print">{actions}</div>}
      </div>
    </header>
  );
}

type GuideSideProps = {
  guide: GuidePage;
  plan: PlanLayer | null;
  walkMinutes: number | null;
  highlighted: string | null;
};

function GuideSide({ guide: { places }, plan, walkMinutes, highlighted }: GuideSideProps) {
  const isWalk = walkMinutes !== null;
  const { pins } = numberPlaces(
    places.map(({ place }) => place),
    1,
  );
  return (
    <MapPanel>
      <div className="guide-side">
        <nav className="guide-walk" aria-labelledby="walk">
          <h2 className="h4" id="walk">
            {isWalk ? "The walk" : "The places"}
          </h2>
          <ol>
            {places.map(({ place, walkMinutes: legMinutes }, index) => (
              <li
                key={place.slug}
                data-pin={index + 1}
                aria-current={highlighted === `${index + 1}` ? "true" : undefined}
              >
                <b>{index + 1}</b>
                <a href={`#${place.slug}`}>{place.name}</a>
                <span>{isWalk ? (legMinutes === null ? "Start" : `${legMinutes} min`) : place.neighborhood.name}</span>
              </li>
            ))}
          </ol>
          {isWalk && (
            <p>
              <Footprints className="icon-small" aria-hidden="true" />
              About {walkMinutes} minutes on foot, not counting stops.
            </p>
          )}
        </nav>
        <LocatorMap
          label={`Map of ${pluralize(pins.length, "place")}`}
          pins={pins}
          frame={BASEMAP_FRAME}
          plan={plan}
          highlighted={highlighted}
          joinsPins={isWalk}
        />
      </div>
    </MapPanel>
  );
}
