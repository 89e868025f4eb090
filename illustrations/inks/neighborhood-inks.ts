import { rotateHue } from "./ink.ts";
import { hashText } from "../drawing/seeded-random.ts";

/** A neighborhood's inks. `sky` has the upper and the lower ink. */
export type InkSet = {
  /** A brick, a light stone and a cool ink. Foggy Bottom swaps brick and blue, U Street starts with plum. */
  walls: readonly [string, string, string];
  paper: string;
  dark: string;
  accent: string;
  leaf: string;
  slate: string;
  sky: Record<"morning" | "noon" | "dusk" | "night", readonly [string, string]>;
};

/** Never fails: a neighborhood without its own inks uses its family's. Unknown slugs and null get some family. */
export function inkSetFor(neighborhood: string | null): InkSet {
  const slug = neighborhood ?? "";
  return NEIGHBORHOOD_INKS.get(slug) ?? memberInks(FAMILY_OF.get(slug) ?? familyByLetters(slug), slug);
}

/** Members of a family differ by a small rotation of the walls' hues. */
function memberInks(family: InkFamily, slug: string): InkSet {
  const inks = FAMILY_INKS[family];
  const turn = (hashText(slug) % (2 * HUE_TURN_DEGREES_MAX + 1)) - HUE_TURN_DEGREES_MAX;
  const [brick, stone, cool] = inks.walls;
  return { ...inks, walls: [rotateHue(brick, turn), rotateHue(stone, turn), rotateHue(cool, 2 * turn)] };
}

/** Beyond 10 degrees, the brick of "garden" looks olive. */
const HUE_TURN_DEGREES_MAX = 10;

function familyByLetters(slug: string): InkFamily {
  const families = ["garden", "hilltop", "avenue", "riverside"] as const;
  return families[hashText(slug) % families.length] ?? "avenue";
}

type InkFamily = "garden" | "hilltop" | "avenue" | "riverside";

const FAMILY_MEMBERS: Record<InkFamily, readonly string[]> = {
  // NW, west of Rock Creek: gardens and hedges.
  garden: [
    "american-university-park",
    "burleith",
    "cathedral-heights",
    "chevy-chase",
    "cleveland-park",
    "foxhall",
    "friendship-heights",
    "glover-park",
    "kalorama",
    "palisades",
    "rock-creek-park",
    "spring-valley",
    "tenleytown",
    "van-ness",
    "woodley-park",
  ],
  // NW, the ridge from Columbia Heights to Takoma, and the hills of upper NE.
  hilltop: [
    "16th-street-heights",
    "bloomingdale",
    "brightwood",
    "columbia-heights",
    "ledroit-park",
    "manor-park",
    "mount-pleasant",
    "park-view",
    "petworth",
    "shepherd-park",
    "takoma",
    "fort-totten",
    "michigan-park",
  ],
  // Downtown NW and NE this side of the Anacostia: avenues, railroad, brick sheds.
  avenue: [
    "chinatown",
    "downtown",
    "logan-circle",
    "mount-vernon-square",
    "national-mall",
    "penn-quarter",
    "shaw",
    "west-end",
    "brookland",
    "eckington",
    "edgewood",
    "ivy-city",
    "langdon",
    "noma",
    "trinidad",
    "union-market",
    "woodridge",
    "fort-lincoln",
  ],
  // SE, SW and NE beyond the Anacostia.
  riverside: [
    "anacostia",
    "barry-farm",
    "bellevue",
    "buena-vista",
    "congress-heights",
    "deanwood",
    "fairlawn",
    "fort-dupont",
    "hill-east",
    "hillcrest",
    "joint-base-anacostia-bolling",
    "kenilworth",
    "kingman-park",
    "marshall-heights",
    "penn-branch",
    "southwest-waterfront",
  ],
};

const FAMILY_OF = new Map<string, InkFamily>([
  ...FAMILY_MEMBERS.garden.map((slug) => [slug, "garden"] as const),
  ...FAMILY_MEMBERS.hilltop.map((slug) => [slug, "hilltop"] as const),
  ...FAMILY_MEMBERS.avenue.map((slug) => [slug, "avenue"] as const),
  ...FAMILY_MEMBERS.riverside.map((slug) => [slug, "riverside"] as const),
]);

const FAMILY_INKS: Record<InkFamily, InkSet> = {
  garden: {
    walls: ["#a8583f", "#dfcf9f", "#5f8464"],
    paper: "#faf3df",
    dark: "#23352f",
    accent: "#d98a2b",
    leaf: "#4c7a4e",
    slate: "#4a5c57",
    sky: {
      morning: ["#e6e2b8", "#f6f0d4"],
      noon: ["#a5cfc0", "#e4eed8"],
      dusk: ["#e8965a", "#f6cf8c"],
      night: ["#1b3038", "#355158"],
    },
  },
  hilltop: {
    walls: ["#b0475a", "#ebc1a0", "#5b6fa0"],
    paper: "#fdf0e2",
    dark: "#262448",
    accent: "#f0a33a",
    leaf: "#56805f",
    slate: "#4b4d78",
    sky: {
      morning: ["#f3cfc4", "#fbe8d9"],
      noon: ["#9dbfe0", "#e3e8e6"],
      dusk: ["#e97d78", "#f9bd8f"],
      night: ["#232350", "#454581"],
    },
  },
  riverside: {
    walls: ["#a9663c", "#e6d2a2", "#3f8391"],
    paper: "#fbf2de",
    dark: "#1a3340",
    accent: "#e4572e",
    leaf: "#548065",
    slate: "#466270",
    sky: {
      morning: ["#f0dcae", "#f9efd2"],
      noon: ["#8cc7cf", "#dfece0"],
      dusk: ["#ee925c", "#f9cb88"],
      night: ["#16323f", "#2f5a6b"],
    },
  },
  avenue: {
    walls: ["#9a4a3a", "#d8c2a4", "#70658f"],
    paper: "#faf0e0",
    dark: "#2a2638",
    accent: "#e8742c",
    leaf: "#60805a",
    slate: "#54506a",
    sky: {
      morning: ["#f0cfae", "#faead2"],
      noon: ["#a8c2d4", "#e6e9dc"],
      dusk: ["#e5826a", "#f6c095"],
      night: ["#27263f", "#4b4a6d"],
    },
  },
};

const NEIGHBORHOOD_INKS = new Map<string, InkSet>(
  Object.entries({
    georgetown: {
      walls: ["#b4553e", "#e9c9a1", "#7d8f7b"],
      paper: "#fbf0dc",
      dark: "#22303c",
      accent: "#e0a23b",
      leaf: "#5d7a5c",
      slate: "#4a5560",
      sky: {
        morning: ["#f6dcb4", "#fbeed2"],
        noon: ["#a9cdc9", "#e7ead2"],
        dusk: ["#e98a5b", "#f8c987"],
        night: ["#1d2c44", "#33476b"],
      },
    },
    "dupont-circle": {
      walls: ["#8e3242", "#e6ae8c", "#4f7a73"],
      paper: "#fdeedd",
      dark: "#2a1c33",
      accent: "#f0743f",
      leaf: "#4f7a5a",
      slate: "#4c4460",
      sky: {
        morning: ["#f5c9b0", "#fbe6cf"],
        noon: ["#8fc3bd", "#d9e6d0"],
        dusk: ["#ee7a5c", "#fbbf86"],
        night: ["#2b2248", "#4d3a6d"],
      },
    },
    "capitol-hill": {
      walls: ["#c5523c", "#e3b04f", "#3f7f87"],
      paper: "#fdf3df",
      dark: "#1f2f47",
      accent: "#d6373f",
      leaf: "#557f52",
      slate: "#3f4f6a",
      sky: {
        morning: ["#fbdfa8", "#fdf0d3"],
        noon: ["#8ec5db", "#dcebe3"],
        dusk: ["#f29a5c", "#fbd289"],
        night: ["#182a4a", "#2f4877"],
      },
    },
    "adams-morgan": {
      walls: ["#d8456b", "#f2b233", "#1f9a98"],
      paper: "#fff1dc",
      dark: "#2b1d4a",
      accent: "#f26a2e",
      leaf: "#3f8a5c",
      slate: "#4b3a72",
      sky: {
        morning: ["#f9c7a8", "#fde6c4"],
        noon: ["#74c7c4", "#d4ecdb"],
        dusk: ["#f06a5a", "#fcb75c"],
        night: ["#2a1d55", "#55327c"],
      },
    },
    "u-street": {
      walls: ["#7a3b6d", "#c95d4a", "#2f6c86"],
      paper: "#fbe8d2",
      dark: "#17142e",
      accent: "#ff5a4f",
      leaf: "#38705f",
      slate: "#33325a",
      sky: {
        morning: ["#e8bfae", "#f7e0c6"],
        noon: ["#86b4cc", "#dde5da"],
        dusk: ["#d95d68", "#f6a35f"],
        night: ["#1a1740", "#3a2a6b"],
      },
    },
    "foggy-bottom": {
      walls: ["#6f93a8", "#f0d7a6", "#d97b62"],
      paper: "#fbf5e6",
      dark: "#233447",
      accent: "#f2c230",
      leaf: "#6b8f79",
      slate: "#566b80",
      sky: {
        morning: ["#d6dedb", "#f3eedb"],
        noon: ["#9fc6dc", "#e5eee6"],
        dusk: ["#e59c8a", "#f7d3a6"],
        night: ["#20304d", "#42597d"],
      },
    },
    "navy-yard": {
      walls: ["#b8593a", "#d9d3c1", "#2c6a86"],
      paper: "#f8f3e4",
      dark: "#152c3f",
      accent: "#f08a24",
      leaf: "#4f8270",
      slate: "#3d5769",
      sky: {
        morning: ["#f3d6b0", "#f8ecd4"],
        noon: ["#7fbcd6", "#d8e9e6"],
        dusk: ["#ef8658", "#fac580"],
        night: ["#12283f", "#275070"],
      },
    },
    "h-street": {
      walls: ["#c93a32", "#edbe4e", "#3b8574"],
      paper: "#fcf2dd",
      dark: "#221d26",
      accent: "#e8512d",
      leaf: "#4d8260",
      slate: "#494455",
      sky: {
        morning: ["#f7d7a2", "#fcedce"],
        noon: ["#9ccdbd", "#e3ecd3"],
        dusk: ["#ea6f45", "#f9b660"],
        night: ["#241d3c", "#473a63"],
      },
    },
  } satisfies Record<string, InkSet>),
);

/** All neighborhoods with chosen inks, individually or by family. */
export const INKED_NEIGHBORHOODS: readonly string[] = [...NEIGHBORHOOD_INKS.keys(), ...FAMILY_OF.keys()];
