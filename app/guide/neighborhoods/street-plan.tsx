import "./neighborhood-page.css";
import "#app/guide/photos/stock/photos.css";

import { useState } from "react";

import { MapPins, type PlacedPin } from "#app/guide/map/page/map-pins.tsx";
import { photoAlt, PhotoCredit } from "#app/guide/photos/stock/photo-credit.tsx";
import type { PhotoQuery } from "#app/guide/photos/stock/photo.ts";
import { usePhoto } from "#app/guide/photos/stock/use-photo.ts";

import type { NeighborhoodPage } from "./neighborhood.ts";

/** The width and height of a plan in its own units. */
const PLAN_UNITS = 1000;

type StreetPlanProps = { neighborhood: NeighborhoodPage; ask: PhotoQuery | null };

/** The plan with its pins. If a photo is found it replaces the plan, and a button switches back. */
export function StreetPlan({ neighborhood: { name, plan, featured, pins, confidence }, ask }: StreetPlanProps) {
  const found = usePhoto(ask);
  const [wantsPlan, setWantsPlan] = useState(false);
  const photo = found.state === "loaded" && !wantsPlan ? found.photo : null;
  const placed = featured.flatMap((place, index): PlacedPin[] => {
    const pin = pins[index] ?? null;
    if (pin === null) return [];
    const at = { x: (pin.x / PLAN_UNITS) * 100, y: (pin.y / PLAN_UNITS) * 100 };
    return [{ label: `${index + 1}`, name: place.name, href: `/places/${place.slug}`, at }];
  });
  const alt = photo === null ? `Street plan of ${name}` : "";
  return (
    <figure className="neighborhood-plan" data-photo={found.state}>
      <div className="neighborhood-plan-frame">
        {/* The largest picture on the first screen, so it isn't lazy. It follows the system theme; visitors who chose a
            theme get one of the other two. */}
        <picture className="by-system">
          <source media="(prefers-color-scheme: dark)" srcSet={plan.night} />
          <img src={plan.day} alt={alt} width={640} height={640} fetchPriority="high" />
        </picture>
        <img className="by-choice by-day" src={plan.day} alt={alt} width={640} height={640} loading="lazy" />
        <img className="by-choice by-night" src={plan.night} alt={alt} width={640} height={640} loading="lazy" />
        {photo === null && placed.length > 0 && <MapPins label={`Featured places in ${name}`} pins={placed} />}
      </div>
      {photo !== null && <img className="neighborhood-photo" src={photo.url} alt={photoAlt(photo)} />}
      {found.state === "loaded" && (
        <button
          type="button"
          className="button button-outline button-small neighborhood-plan-switch"
          onClick={() => setWantsPlan(!wantsPlan)}
        >
          {wantsPlan ? "Show the photo" : "Show the street plan"}
        </button>
      )}
      <figcaption className="neighborhood-plan-credit photo-credit">
        {photo === null ? (
          <>
            The border is approximate{confidence === "borders known" ? "" : " and our own"}: the city doesn’t define
            one. Open Data DC, CC BY 4.0; streets: U.S. Census Bureau.
          </>
        ) : (
          <PhotoCredit photo={photo} />
        )}
        {found.state === "fallback" && ` ${found.message}`}
      </figcaption>
    </figure>
  );
}
