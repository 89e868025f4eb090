import { drawDecoHouse, drawModernHouse } from "./houses-modern.ts";
import { drawFederalHouse, drawItalianateHouse } from "./houses-flat-front.ts";
import { drawRichardsonHouse, drawWardmanHouse } from "./houses-heavy.ts";
import { drawBayHouse, drawTowerHouse } from "./houses-victorian.ts";
import type { House, HouseKind } from "./house-parts.ts";
import type { Scene } from "../scene.ts";

/** @returns the y of the highest point. */
export function drawHouse(scene: Scene, house: House): number {
  const top = HOUSES[house.kind](scene, house);
  // A line of shade at the party wall, except for glass houses and porches.
  if (house.kind !== "modern" && house.kind !== "wardman") {
    const { x, width, ground, storeyHeight, storeys = 3 } = house;
    // Ends below the cornice, because above a lower neighbor the line would be in the air.
    const height = storeyHeight * (storeys - 0.15);
    scene.shade(1, scene.awayFromSun(x, ground - height, width, height, 1.2 / width));
  }
  return top;
}

const HOUSES: Record<HouseKind, (scene: Scene, house: House) => number> = {
  federal: drawFederalHouse,
  italianate: drawItalianateHouse,
  bay: drawBayHouse,
  turret: drawTowerHouse,
  octagon: drawTowerHouse,
  wardman: drawWardmanHouse,
  richardson: drawRichardsonHouse,
  deco: drawDecoHouse,
  modern: drawModernHouse,
};

/** The kinds of houses in a neighborhood, in street order. */
export function houseKindsOf(neighborhood: string | null): readonly HouseKind[] {
  return NEIGHBORHOOD_HOUSES.get(neighborhood ?? "") ?? ANY_STREET;
}

const ANY_STREET: readonly HouseKind[] = [
  "bay",
  "italianate",
  "turret",
  "federal",
  "wardman",
  "octagon",
  "richardson",
  "bay",
];

const NEIGHBORHOOD_HOUSES = new Map<string, readonly HouseKind[]>([
  ["georgetown", ["federal", "federal", "italianate", "bay", "federal"]],
  ["dupont-circle", ["turret", "richardson", "italianate", "bay", "octagon"]],
  ["capitol-hill", ["bay", "octagon", "italianate", "bay", "turret", "federal"]],
  ["adams-morgan", ["wardman", "italianate", "bay", "turret", "bay"]],
  ["u-street", ["bay", "deco", "italianate", "octagon", "modern"]],
  ["foggy-bottom", ["federal", "italianate", "federal", "modern"]],
  ["navy-yard", ["modern", "deco", "federal", "modern", "italianate"]],
  ["h-street", ["italianate", "octagon", "modern", "bay", "deco"]],
  ["petworth", ["wardman", "wardman", "bay", "wardman", "italianate"]],
  ["brightwood", ["wardman", "federal", "wardman"]],
  ["mount-pleasant", ["wardman", "bay", "wardman", "turret"]],
  ["columbia-heights", ["bay", "wardman", "turret", "modern", "italianate"]],
  ["logan-circle", ["turret", "richardson", "bay", "italianate", "octagon"]],
  ["bloomingdale", ["bay", "turret", "bay", "octagon", "bay"]],
  ["ledroit-park", ["turret", "bay", "italianate", "octagon"]],
  ["anacostia", ["italianate", "federal", "bay", "italianate"]],
  ["noma", ["modern", "deco", "modern", "italianate"]],
  ["union-market", ["deco", "modern", "italianate", "deco"]],
  ["downtown", ["deco", "richardson", "modern", "italianate"]],
  ["southwest-waterfront", ["modern", "federal", "modern", "deco"]],
]);
