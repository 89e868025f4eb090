import { describe, expect, test } from "vitest";

import {
  GALLERY_COMPOSITIONS,
  GALLERY_PICTURES,
  galleryPictures,
  REVIEW_QUESTIONS,
  parseGalleryFilters,
  parseGalleryPicturePath,
} from "./picture-gallery.ts";
import { drawPicture, planPicture } from "./picture.ts";

const filters = (query: string) => parseGalleryFilters(new URLSearchParams(query));

/** Parses a picture's path as the gallery's route does. */
function pictureAt(path: string) {
  const [number = "", file = ""] = path.split("/").slice(-2);
  const input = parseGalleryPicturePath({ number, file });
  if (input === null) throw new Error(`The gallery can't parse its own path ${path}`);
  return input;
}

test("a sheet has 200 pictures and ten questions", () => {
  expect(galleryPictures(filters(""))).toHaveLength(GALLERY_PICTURES);
  expect(REVIEW_QUESTIONS).toHaveLength(10);
});

test("the next page shows other pictures", () => {
  const first = galleryPictures(filters("page=1")).map(({ path }) => path);
  const second = galleryPictures(filters("page=2")).map(({ path }) => path);

  expect(new Set([...first, ...second]).size).toBe(2 * GALLERY_PICTURES);
});

test("filters hold for every picture shown", () => {
  const shown = galleryPictures(filters("crop=thumb&time=dusk&season=winter"));
  const plans = shown.map(({ path }) => planPicture(pictureAt(path)));

  expect(shown.length).toBeGreaterThan(50);
  expect(new Set(plans.map(({ time, season }) => `${time} ${season}`))).toEqual(new Set(["dusk winter"]));
});

test.for(GALLERY_COMPOSITIONS)("%s can be shown on its own", (composition) => {
  const [first] = galleryPictures(filters(`composition=${composition}`));

  expect(drawPicture(pictureAt(first?.path ?? "")).composition).toBe(composition);
});

describe("unknown values", () => {
  test("a filter with an unknown value is ignored", () => {
    expect(filters("crop=poster&time=tea&season=carnival&composition=poster&subject=cat&page=-1")).toEqual({
      crop: "card",
      time: null,
      season: null,
      composition: null,
      subject: null,
      page: 1,
    });
  });

  test.for([
    ["1", "cat.any.card.svg"],
    ["1", "pizza.poster.card.svg"],
    ["1", "pizza.any.card.png"],
    ["1", "pizza.any.card"],
    ["-1", "pizza.any.card.svg"],
    ["1e9", "pizza.any.card.svg"],
  ] as const)("%s/%s is not a picture", ([number, file]) => {
    expect(parseGalleryPicturePath({ number, file })).toBeNull();
  });
});
