import { expect, test } from "vitest";

import { directionsHref, phoneLabel, websiteLabel } from "./contact.ts";

test("a District number is written as people here write it, any other as it is", () => {
  expect(phoneLabel("+12023337370")).toBe("(202) 333-7370");
  expect(phoneLabel("+442072343456")).toBe("+442072343456");
  expect(phoneLabel("311")).toBe("311");
});

test("a website is named by its host, with the path where there is one", () => {
  expect(websiteLabel("https://www.martinstavern.com")).toBe("martinstavern.com");
  expect(websiteLabel("https://www.nps.gov/linc/")).toBe("nps.gov/linc");
  expect(websiteLabel("no address")).toBe("no address");
});

test("directions lead to the point itself", () => {
  expect(directionsHref({ lat: 38.9, lng: -77.0365 })).toBe(
    "https://www.openstreetmap.org/directions?to=38.90000%2C-77.03650#map=17/38.90000/-77.03650",
  );
});
