import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

import type { DemoKind } from "./demo-stock.ts";

/** A published place of the guide. */
export type CandidatePlace = {
  id: number;
  slug: string;
  name: string;
  type: string;
  category: CategorySlug;
  neighborhoodSlug: string;
  /** Featured in its category's hub, so it is more popular. */
  isFeatured: boolean;
  /** An editor has described it. */
  isDescribed: boolean;
};

/** A place that may have sample activity. */
export type DemoPlace = CandidatePlace & { kind: string };

/**
 * Names of places about which nothing may be invented, whatever their type: a theater or park can be a memorial too, and an
 * arts center a church.
 */
const SOLEMN_NAME =
  /\b(?:memorial|monument|holocaust|cemetery|church|cathedral|chapel|shrine|temple|synagogue|mosque|hospital|clinic|medical|school|academy|college|university|child|children's|embassy|police|law enforcement|government|white house|congress|historic site|council house|bible|dcjcc|therapeutic|slavery|veterans?)\b/i;

/** The places that may have sample activity: described, of a type in reviews.yaml, and without a solemn name. */
export function selectDemoPlaces(places: CandidatePlace[], kinds: DemoKind[]): DemoPlace[] {
  const kindByType = new Map(kinds.flatMap(({ kind, types }) => types.map((type) => [type, kind] as const)));
  return places.flatMap((place) => {
    const kind = kindByType.get(place.type);
    return kind === undefined || !place.isDescribed || SOLEMN_NAME.test(place.name) ? [] : [{ ...place, kind }];
  });
}
