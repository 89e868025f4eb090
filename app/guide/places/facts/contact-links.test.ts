import { expect, test } from "vitest";

import { directionsTo, phoneLabel, websiteLabel } from "./contact-links.ts";

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

test("directions lead to the street address or, without one, to the point", () => {
  const position = { lat: 38.9, lng: -77.0365 };

  expect(directionsTo({ street: "633 D Street NW", zip: "20004", position })).toEqual({
    google: "https://www.google.com/maps/dir/?api=1&destination=633%20D%20Street%20NW%2C%20Washington%2C%20DC%2020004",
    apple: "https://maps.apple.com/?daddr=633%20D%20Street%20NW%2C%20Washington%2C%20DC%2020004",
    transit:
      "https://www.google.com/maps/dir/?api=1&destination=633%20D%20Street%20NW%2C%20Washington%2C%20DC%2020004&travelmode=transit",
  });
  expect(directionsTo({ street: null, zip: null, position })?.apple).toBe(
    "https://maps.apple.com/?daddr=38.90000%2C-77.03650",
  );
  expect(directionsTo({ street: null, zip: "20004", position: null })).toBeNull();
});
