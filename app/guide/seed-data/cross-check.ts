import { placeSlugsInText, publicOpening } from "#app/guide/guides/page/guide-body.ts";
import { countGuideWords } from "#app/guide/guides/page/read-time.ts";
import { parseOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { comparableName, isSameName } from "#app/guide/places/facts/other-names.ts";
import type { Point } from "#app/guide/places/place.ts";
import { distanceMeters, distanceToEdgeMeters, isInsidePolygons } from "#app/lib/geo.ts";

import type { SeedData } from "./seed-data.ts";

/** Borders are approximate, so a place may be a little outside its neighborhood. */
const OUTSIDE_METERS_MAX = 150;

/** Two entries with the same name this close together are the same place. */
const DUPLICATE_METERS = 90;

const GUIDE_WORDS = { min: 600, max: 1500 };

/** Problems that need more than one entry to see: broken references, misplaced places, duplicates. */
export function crossCheckSeedData(seedData: SeedData): string[] {
  return [
    ...repeatedSlugs(seedData),
    ...neighborhoodProblems(seedData),
    ...filedPlaces(seedData).flatMap((place) => placeProblems(place, seedData)),
    ...duplicates(seedData),
    ...otherNameProblems(seedData),
    ...repeatedRanks(seedData.places),
    ...seedData.guides.flatMap((guide) => guideProblems(guide, seedData)),
  ];
}

type PlaceEntry = (SeedData["places"][number] | SeedData["listed"][number]) & { file: string };
type GuideEntry = SeedData["guides"][number];

function repeatedSlugs(seedData: SeedData): string[] {
  const lists = {
    "places/ and listed.csv": [...seedData.places, ...seedData.listed].map(({ slug }) => slug),
    "neighborhoods.yaml": seedData.neighborhoods.map(({ slug }) => slug),
    "metro-stations.yaml": seedData.stations.map(({ slug }) => slug),
    "sources.yaml": seedData.sources.map(({ id }) => id),
  };
  return Object.entries(lists).flatMap(([file, slugs]) =>
    findDuplicates(slugs).map((slug) => `${file}, ${slug}, slug: is there more than once`),
  );
}

function neighborhoodProblems(seedData: SeedData): string[] {
  const slugs = new Set(seedData.neighborhoods.map(({ slug }) => slug));
  const stations = new Set(seedData.stations.map(({ slug }) => slug));
  return seedData.neighborhoods.flatMap((entry) => {
    const where = `neighborhoods.yaml, ${entry.slug}`;
    return [
      ...(Object.hasOwn(seedData.shapes, entry.slug) ? [] : [`${where}: neighborhood-shapes.json has no shape for it`]),
      ...(Object.hasOwn(seedData.streetPlans, entry.slug) ? [] : [`${where}: street-plans.json has no plan for it`]),
      ...entry.neighbors
        .filter((slug) => !slugs.has(slug))
        .map((slug) => `${where}, neighbors: no neighborhood ${slug}`),
      ...entry.metro
        .filter(({ station }) => !stations.has(station))
        .map(({ station }) => `${where}, metro: no station ${station}`),
    ];
  });
}

/** Described and listed places, each with the file that it stands in. */
function filedPlaces({ places, listed }: SeedData): PlaceEntry[] {
  return [
    ...places.map((place) => ({ ...place, file: `places/${place.neighborhood}.yaml` })),
    ...listed.map((place) => ({ ...place, file: "listed.csv" })),
  ];
}

function placeProblems(place: PlaceEntry, seedData: SeedData): string[] {
  const where = `${place.file}, ${place.slug}`;
  const problems: string[] = [];
  const sources = new Set(seedData.sources.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { source, sourceId: _sourceId, checkedOn: _checkedOn, ...facts } of place.facts) {
    if (!sources.has(source)) problems.push(`${where}, source: no source ${source}`);
    for (const field of Object.keys(facts)) {
      if (seen.has(field)) problems.push(`${where}, ${field}: is given by two sources; keep the better one`);
      seen.add(field);
    }
    if (facts.hours !== undefined) {
      const parsed = parseOpeningHours(facts.hours);
      if (!parsed.ok) problems.push(`${where}, hours: ${parsed.reason}`);
    }
    if (facts.hoursText !== undefined && parseOpeningHours(facts.hoursText).ok) {
      problems.push(`${where}, hoursText: "${facts.hoursText}" can be parsed: write it as hours`);
    }
  }
  return [...problems, ...positionProblems(place, seedData, where)];
}

function positionProblems(place: PlaceEntry, seedData: SeedData, where: string): string[] {
  const { neighborhood } = place;
  if (!seedData.neighborhoods.some(({ slug }) => slug === neighborhood)) {
    return [`${where}: there is no neighborhood ${neighborhood}`];
  }
  const position = placePosition(place);
  const shape = seedData.shapes[neighborhood];
  if (position === null || shape === undefined) return [];
  const outside = isInsidePolygons(shape, position) ? 0 : distanceToEdgeMeters(shape, position);
  const problems =
    outside > OUTSIDE_METERS_MAX
      ? [`${where}, position: ${Math.round(outside)} m outside ${neighborhood}, at most ${OUTSIDE_METERS_MAX}`]
      : [];
  const quadrant = place.facts.find(({ address }) => address !== undefined)?.address?.slice(-2);
  const expected = quadrantOf(position);
  if (quadrant !== undefined && expected !== null && expected !== quadrant) {
    problems.push(`${where}, address: says ${quadrant}, but the position lies in ${expected}`);
  }
  return problems;
}

/**
 * The quadrants meet at North, South and East Capitol Street and the Mall. This near to them either quadrant is
 * accepted.
 */
const DIVIDER_DEGREES = 0.0012;
const CAPITOL = { lat: 38.88981, lng: -77.00902 };

function quadrantOf({ lat, lng }: { lat: number; lng: number }): string | null {
  if (Math.abs(lat - CAPITOL.lat) < DIVIDER_DEGREES || Math.abs(lng - CAPITOL.lng) < DIVIDER_DEGREES) return null;
  return `${lat > CAPITOL.lat ? "N" : "S"}${lng > CAPITOL.lng ? "E" : "W"}`;
}

function placePosition(place: PlaceEntry): Point | null {
  const position = place.facts.find((facts) => facts.position !== undefined)?.position;
  return position === undefined ? null : { lat: position[0], lng: position[1] };
}

function duplicates(seedData: SeedData): string[] {
  const located = filedPlaces(seedData).map((place) => ({ ...place, position: placePosition(place) }));
  const byName = Map.groupBy(located, ({ name }) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
  return [...byName.values()].flatMap((same) =>
    same.flatMap((place, index) =>
      same
        .slice(index + 1)
        .filter((other) => {
          const [here, there] = [place.position, other.position];
          return here !== null && there !== null && distanceMeters(here, there) < DUPLICATE_METERS;
        })
        .map((other) => `${place.file}, ${place.slug}: the same place as ${other.slug}`),
    ),
  );
}

/** An other name that another place has too would find one of them by chance. */
function otherNameProblems(seedData: SeedData): string[] {
  const slugsByName = new Map<string, Set<string>>();
  for (const place of [...seedData.places, ...seedData.listed]) {
    for (const name of "otherNames" in place ? [place.name, ...place.otherNames] : [place.name]) {
      const key = comparableName(name);
      slugsByName.set(key, (slugsByName.get(key) ?? new Set()).add(place.slug));
    }
  }
  return seedData.places.flatMap(({ slug, neighborhood, name, otherNames }) =>
    otherNames.flatMap((otherName, at) => {
      const where = `places/${neighborhood}.yaml, ${slug}, otherNames: ${otherName}`;
      const [other] = [...(slugsByName.get(comparableName(otherName)) ?? [])].filter((each) => each !== slug);
      const isRepeated = [name, ...otherNames.slice(0, at)].some((each) => isSameName(each, otherName));
      return [
        ...(isRepeated ? [`${where} repeats one of its names`] : []),
        ...(other === undefined ? [] : [`${where} is a name of ${other} too`]),
      ];
    }),
  );
}

function repeatedRanks(places: SeedData["places"]): string[] {
  const featured = places
    .filter((p) => p.featured !== undefined)
    .map((p) => `${p.neighborhood} featured ${p.featured}`);
  const hubs = places.filter((p) => p.hub !== undefined).map((p) => `${p.category} hub ${p.hub}`);
  return findDuplicates([...featured, ...hubs]).map((rank) => `places/: ${rank} is there more than once`);
}

function guideProblems(guide: GuideEntry, seedData: SeedData): string[] {
  const where = `guides/${guide.slug}.md`;
  const places = new Set(seedData.places.map(({ slug }) => slug));
  const listed = guide.places.map(({ slug }) => slug);
  const embedded = placeSlugsInText(guide.body);
  const wordCount = countGuideWords(guide);
  return [
    ...placesNamedInPublic(guide, seedData).map((name) => `${where}: names ${name} in its public part`),
    ...((guide.publishedAt === undefined) === (guide.hoursAfterFirstLoad === undefined)
      ? [`${where}: set either publishedAt or hoursAfterFirstLoad`]
      : []),
    ...listed.filter((slug) => !places.has(slug)).map((slug) => `${where}, places: no place ${slug}`),
    ...(listed.join() === embedded.join()
      ? []
      : [`${where}: the body's ::place lines (${embedded.join(", ")}) differ from the list (${listed.join(", ")})`]),
    ...(guide.neighborhood === undefined || seedData.neighborhoods.some(({ slug }) => slug === guide.neighborhood)
      ? []
      : [`${where}, neighborhood: no neighborhood ${guide.neighborhood}`]),
    ...[guide.author, ...guide.coauthors]
      .filter((author) => !seedData.authors.some(({ slug }) => slug === author))
      .map((author) => `${where}, author: no author ${author}`),
    ...(new Set([guide.author, ...guide.coauthors]).size === 1 + guide.coauthors.length
      ? []
      : [`${where}, coauthors: an author is listed twice`]),
    ...(wordCount >= GUIDE_WORDS.min && wordCount <= GUIDE_WORDS.max
      ? []
      : [`${where}: ${wordCount} words, needs ${GUIDE_WORDS.min} to ${GUIDE_WORDS.max}`]),
  ];
}

/** Places of a members-only guide that its public part already names. */
function placesNamedInPublic(guide: GuideEntry, seedData: SeedData): string[] {
  if (guide.access === "everyone") return [];
  const publicText = [guide.title, guide.excerpt, ...guide.keywords, publicOpening(guide.body)]
    .join("\n")
    .toLowerCase();
  const listed = new Set(guide.places.map(({ slug }) => slug));
  const names = seedData.places.filter(({ slug }) => listed.has(slug)).map(({ name }) => name);
  return names.filter((name) => publicText.includes(name.toLowerCase()));
}

function findDuplicates(names: string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
