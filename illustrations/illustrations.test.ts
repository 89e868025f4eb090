import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { drawCategoryFront } from "./category-fronts.ts";
import { COMPOSITION_TITLES } from "./compositions.ts";
import { drawHomeStreet } from "./houses/home-street.ts";
import { inkSetFor } from "./inks/neighborhood-inks.ts";
import { SCENE_SUBJECTS, type PictureSubject } from "./picture-subject.ts";
import { assignDistinctSalts } from "./picture-arrangement.ts";
import { drawPicture, planPicture, SIZES, type PictureCrop, type PictureInput } from "./picture.ts";
import { cyclic } from "./drawing/seeded-random.ts";
import { SHOP_KINDS } from "./shops/shop-kinds.ts";

/** A picture is loaded for every row of a list, so its size has a budget. */
const PICTURE_BYTES_USUAL_MAX = 6_144;
const PICTURE_BYTES_MAX = 8_192;
const PICTURE_BYTES_MEDIAN_MAX = 4_000;
const HOME_STREET_BYTES_MAX = 20_000;
const CATEGORY_FRONT_BYTES_MAX = 2_000;

const isProof = process.env["PROVE"] === "1";

const NEIGHBORHOODS = [
  "georgetown",
  "dupont-circle",
  "capitol-hill",
  "adams-morgan",
  "u-street",
  "foggy-bottom",
  "navy-yard",
  "h-street",
  "brookland",
  "petworth",
  "anacostia",
  "cleveland-park",
];
const SUBJECTS: readonly PictureSubject[] = [
  ...Object.keys(SHOP_KINDS).filter((kind): kind is keyof typeof SHOP_KINDS => kind in SHOP_KINDS),
  ...SCENE_SUBJECTS,
];
const CROPS: readonly PictureCrop[] = ["hero", "card", "thumb", "wide"];

/** A deterministic sample of places with all subjects. */
function samplePlace(index: number, changes: Partial<PictureInput> = {}): PictureInput {
  return {
    kind: "place",
    slug: `place-${index}`,
    subject: cyclic(SUBJECTS, index),
    neighborhood: cyclic(NEIGHBORHOODS, index * 5),
    // Shifted after each round, so that every subject gets every crop.
    crop: cyclic(CROPS, index + Math.floor(index / SUBJECTS.length)),
    salt: 0,
    ...changes,
  };
}

const samplePlaces = (count: number, changes: Partial<PictureInput> = {}) =>
  Array.from({ length: count }, (_, i) => samplePlace(i, changes));

const onePage = (places: readonly PictureInput[], columns: number) => ({
  slugs: places.map(({ slug }) => slug),
  columns,
});

test("the same input gives the same bytes", () => {
  for (const place of samplePlaces(40)) expect(drawPicture(place)).toEqual(drawPicture({ ...place }));
});

test("no two of 300 places share a picture", () => {
  const pictures = samplePlaces(300, { crop: "card" }).map((place) => drawPicture(place).svg);

  expect(new Set(pictures).size).toBe(300);
});

test("another salt draws another picture", () => {
  const place = samplePlace(3, { crop: "card" });

  expect(drawPicture({ ...place, salt: 1 }).svg).not.toBe(drawPicture(place).svg);
});

test(`99 of 100 pictures stay under ${PICTURE_BYTES_USUAL_MAX} bytes compressed, all under ${PICTURE_BYTES_MAX}`, () => {
  const places = samplePlaces(isProof ? 8_000 : 840);
  const sizes = places.map((place) => {
    const { svg, composition } = drawPicture(place);
    return { picture: `${composition} as ${place.crop}`, bytes: compressedBytes(svg) };
  });
  const sorted = sizes.map(({ bytes }) => bytes).toSorted((a, b) => a - b);
  const heavy = sizes.filter(({ bytes }) => bytes > PICTURE_BYTES_USUAL_MAX);

  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(PICTURE_BYTES_MEDIAN_MAX);
  expect(sorted.at(-1), "leave out invisible parts, or draw with whole units").toBeLessThan(PICTURE_BYTES_MAX);
  expect(heavy.length, heavy.map(({ picture }) => picture).join(", ")).toBeLessThanOrEqual(sizes.length / 100);
}, 120_000);

test("every subject draws in every crop, as valid SVG with a title", () => {
  for (const [i, subject] of SUBJECTS.entries())
    for (const crop of CROPS) {
      const { svg } = drawPicture(samplePlace(i, { subject, crop, title: "Ben's & <Son>" }));
      const { width, height } = SIZES[crop];

      expect(faultsOf(svg), `${subject} as ${crop}`).toEqual([]);
      expect(svg).toContain(`viewBox="0 0 ${width} ${height}" role="img"><title>Ben's &amp; &lt;Son&gt;: `);
    }
});

test("every composition can be requested by name, for any subject", () => {
  for (const composition of compositionNames())
    for (const subject of ["houses", "museum", "pizza"] as const) {
      const picture = drawPicture(samplePlace(1, { compositions: [composition], subject, crop: "card" }));

      expect(picture.composition).toBe(composition);
      expect(faultsOf(picture.svg), composition).toEqual([]);
    }
});

test("a place has the same composition as card and hero", () => {
  for (const place of samplePlaces(80)) {
    const card = planPicture({ ...place, crop: "card" });
    const hero = planPicture({ ...place, crop: "hero" });

    expect(hero).toEqual(card);
  }
});

test("no picture on a page looks like a neighbor", () => {
  for (const columns of [2, 3, 4])
    for (const subject of [undefined, "pizza", "houses", "museum", "park", "nightlife", "worship"] as const) {
      const page = samplePlaces(24, { crop: "card", ...(subject === undefined ? {} : { subject }) });
      const looks = assignDistinctSalts(page, [onePage(page, columns)]).map((place) => {
        const { composition, time } = planPicture(place);
        return `${composition} at ${time}`;
      });

      for (const [i, look] of looks.entries())
        for (const distance of [1, columns - 1, columns, columns + 1])
          if (distance <= i) expect(look, `${subject} in ${columns} columns, ${i}`).not.toBe(looks[i - distance]);
    }
});

test("arranging preserves the items and their order, and never lowers a salt", () => {
  const page = samplePlaces(12, { crop: "card", salt: 5 });
  const arranged = assignDistinctSalts(page, [onePage(page, 3)]);

  expect(arranged.map((place) => place.slug)).toEqual(page.map((place) => place.slug));
  expect(Math.min(...arranged.map((place) => place.salt))).toBeGreaterThanOrEqual(5);
});

test("a nightly subject is never drawn at noon", () => {
  for (const subject of ["bar", "cinema", "music", "nightlife"] as const)
    for (let i = 0; i < 30; i += 1) expect(planPicture(samplePlace(i, { subject })).time).toMatch(/^(dusk|night)$/);
});

test("each neighborhood has inks, and neighborhoods of one family have different ones", () => {
  const walls = [...NEIGHBORHOODS, "kalorama", "palisades", "burleith"].map((slug) => inkSetFor(slug).walls.join(" "));

  expect(new Set(walls).size).toBe(walls.length);
  expect(inkSetFor(null).walls).toHaveLength(3);
  expect(inkSetFor("atlantis").walls).toHaveLength(3);
});

test("the home street has no background, differs by season and light, and stays small", () => {
  const seasons = ["spring", "summer", "autumn", "winter"] as const;
  const streets = seasons.flatMap((season) =>
    (["day", "night"] as const).map((light) => drawHomeStreet({ season, light })),
  );

  expect(new Set(streets).size).toBe(8);
  for (const street of streets) {
    expect(faultsOf(street)).toEqual([]);
    expect(compressedBytes(street)).toBeLessThan(HOME_STREET_BYTES_MAX);
    expect(street).not.toContain("M0 0h1600v330");
  }
});

test("the eight category houses have the same size, so that they form a street", () => {
  const slugs = ["food", "nightlife", "shopping", "services", "entertainment", "health", "home-services", "education"];
  const fronts = slugs.flatMap((slug) => [drawCategoryFront(slug, "day"), drawCategoryFront(slug, "night")]);

  expect(new Set(fronts).size).toBe(16);
  for (const front of fronts) {
    expect(front).toContain('viewBox="0 0 148 230"');
    expect(faultsOf(front)).toEqual([]);
    expect(compressedBytes(front)).toBeLessThan(CATEGORY_FRONT_BYTES_MAX);
  }
});

function compositionNames() {
  return Object.keys(COMPOSITION_TITLES).filter(
    (name): name is keyof typeof COMPOSITION_TITLES => name in COMPOSITION_TITLES,
  );
}

function compressedBytes(svg: string): number {
  return gzipSync(svg, { level: 9 }).length;
}

/** Faults that would break an XML parser or be visible. */
function faultsOf(svg: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const [tag, closing, name = "", attributes = "", selfClosing] of svg.matchAll(TAG)) {
    if (closing === "/" && open.pop() !== name) faults.push(`${tag} closes nothing`);
    if (closing !== "/" && selfClosing !== "/") open.push(name);
    if (attributes.replaceAll(ATTRIBUTE, "").trim() !== "") faults.push(`attributes of ${tag.slice(0, 60)}`);
    const names = [...attributes.matchAll(ATTRIBUTE)].map((match) => match[1]);
    if (new Set(names).size < names.length) faults.push(`an attribute twice in ${tag.slice(0, 60)}`);
  }
  if (open.length > 0) faults.push(`${open.join(", ")} left open`);
  if (/NaN|undefined|Infinity|e-\d/.test(svg)) faults.push("an invalid number");
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  if (new Set(ids).size < ids.length) faults.push("an id twice");
  for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^")]+)/g))
    if (!ids.includes(id)) faults.push(`#${id} is not there`);
  if (/[<&]/.test(svg.replaceAll(TAG, "").replaceAll(/&(?:amp|lt|gt|quot);/g, ""))) faults.push("a stray < or &");
  return faults;
}

const TAG = /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /\s([a-zA-Z0-9:-]+)="[^"]*"/g;
