import { expect, test } from "vitest";

import { directionsHref, phoneLabel, websiteLabel } from "./contact-links.ts";

test("a North American number is formatted, any other is returned unchanged", () => {
  expect(phoneLabel("+12023337370")).toBe("(202) 333-7370");
  expect(phoneLabel("+442072343456")).toBe("+442072343456");
  expect(phoneLabel("311")).toBe("311");
});

test("a website's label is its host, plus the path if there is one", () => {
  expect(websiteLabel("https://www.martinstavern.com")).toBe("martinstavern.com");
  expect(websiteLabel("https://www.nps.gov/linc/")).toBe("nps.gov/linc");
  expect(websiteLabel("no address")).toBe("no address");
});

test("the directions link has the point as destination", () => {
  expect(directionsHref({ lat: 38.9, lng: -77.0365 })).toBe(
    "https://www.openstreetmap.org/directions?to=38.90000%2C-77.03650#map=17/38.90000/-77.03650",
  );
});
