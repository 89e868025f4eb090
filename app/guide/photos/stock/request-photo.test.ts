import { expect, test } from "vitest";

import { parsePhotosResponse } from "./request-photo.ts";

const PHOTO = {
  url: "/photos/7",
  photographer: "Ada Example",
  kind: "photo",
  photographer_url: "https://www.pexels.com/@ada-example",
  page_url: "https://www.pexels.com/photo/7/",
  alt: "Houses",
};
const NONE = { state: "fallback", message: "No specific image found, using fallback" };
const FAILED = { state: "fallback", message: "Failed to fetch image" };

test("a photo has its photographer and both links", () => {
  expect(parsePhotosResponse({ success: true, photos: [PHOTO] })).toEqual({
    state: "loaded",
    photo: {
      url: "/photos/7",
      alt: "Houses",
      photographer: "Ada Example",
      photographerUrl: "https://www.pexels.com/@ada-example",
      pageUrl: "https://www.pexels.com/photo/7/",
    },
  });
});

test.for<[string, unknown, object]>([
  ["a drawing", { success: true, photos: [{ ...PHOTO, kind: "drawing", url: "/pictures/x.svg" }] }, NONE],
  ["no photo", { success: true, photos: [] }, NONE],
  ["a photo on another host", { success: true, photos: [{ ...PHOTO, url: "https://evil.example/7" }] }, NONE],
  ["a photo without a photographer", { success: true, photos: [{ ...PHOTO, photographer: null }] }, NONE],
  ["a failure", { success: false, photos: [{ ...PHOTO, kind: "drawing" }] }, FAILED],
  ["photos that aren't a list", { success: false, photos: "x" }, FAILED],
  ["null", null, FAILED],
  ["a text", "photos", FAILED],
])("the drawn picture stays for %s", ([, answer, state]) => {
  expect(parsePhotosResponse(answer)).toEqual(state);
});

test("a URL that isn't https is not used as a link", () => {
  const photo = { ...PHOTO, photographer_url: "javascript:alert(1)", page_url: 7, alt: 5 };

  expect(parsePhotosResponse({ success: true, photos: [photo] })).toMatchObject({
    state: "loaded",
    photo: { photographerUrl: null, pageUrl: null, alt: "" },
  });
});
