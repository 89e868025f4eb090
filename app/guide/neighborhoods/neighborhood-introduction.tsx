import "./neighborhood-page.css";

import { QuadrantMark } from "#app/guide/places/cards/quadrant-mark.tsx";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { MetroLines } from "#app/guide/places/page/metro-walk.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import type { NeighborhoodPage } from "./neighborhood.ts";

/** Names longer than "Columbia Heights" would fill the poster at full size. */
const LARGE_NAME_CHARACTERS_MAX = 16;

/** The poster's text: name, first paragraph, and the facts of a neighborhood in numbers. */
export function NeighborhoodIntroduction({ neighborhood }: { neighborhood: NeighborhoodPage }) {
  const { name, paragraphs, aka, guideCount, placeCount, describedCount, quadrants } = neighborhood;
  return (
    <div className="neighborhood-words">
      <Breadcrumbs
        trail={[{ label: "Neighborhoods", to: "/neighborhoods" }, { label: name }]}
        aside={hasDemoRating(neighborhood.places.items) && <DemoMark />}
      />
      <h1 className={name.length > LARGE_NAME_CHARACTERS_MAX ? "neighborhood-name-long" : "neighborhood-name"}>
        {name}
      </h1>
      <div className="neighborhood-text">
        <p>{paragraphs[0]}</p>
        {aka.length > 0 && <p className="neighborhood-aka">Also called {LIST_FORMAT.format(aka)}.</p>}
      </div>
      <dl className="neighborhood-facts">
        <div>
          <dt>Guides</dt>
          <dd>{guideCount}</dd>
        </div>
        <div>
          <dt>Places</dt>
          <dd>
            {placeCount}
            {describedCount < placeCount && <small>, {describedCount} described</small>}
          </dd>
        </div>
        <div>
          <dt>{quadrants.length === 1 ? "Quadrant" : "Quadrants"}</dt>
          <dd className="neighborhood-quadrants">
            {quadrants.map((quadrant) => (
              <QuadrantMark key={quadrant} quadrant={quadrant} />
            ))}
          </dd>
        </div>
        <div className="neighborhood-metro">
          <dt>Metro</dt>
          <dd>
            <NeighborhoodMetro stations={neighborhood.stations} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function NeighborhoodMetro({ stations }: { stations: NeighborhoodPage["stations"] }) {
  const inside = stations.filter((station) => station.inside);
  const [nearest] = stations;
  if (nearest === undefined) return "No station here.";
  if (inside.length === 0) {
    return (
      <>
        No station here. Nearest: <MetroLines lines={nearest.lines} /> {nearest.name}, about {nearest.minutes} min walk
        from the center
      </>
    );
  }
  return (
    <ul className="neighborhood-stations">
      {inside.map((station) => (
        <li key={station.slug}>
          <MetroLines lines={station.lines} /> {station.name}
        </li>
      ))}
    </ul>
  );
}

const LIST_FORMAT = new Intl.ListFormat("en-US", { type: "conjunction" });
