import { expect, test } from "vitest";

import { formatMailBodies, fillSiteUrl } from "./mail-bodies.ts";

test("a mail has the same content as text and as HTML, and links to the site that sends it", () => {
  const content = { name: "Mia", paragraphs: ["One.", "Two."], link: { label: "Your plan", path: "/subscription" } };
  const { text, html } = formatMailBodies(content);

  expect(fillSiteUrl(text, "https://rowhouse.example")).toBe(
    "Hello Mia,\n\nOne.\n\nTwo.\n\nYour plan: https://rowhouse.example/subscription\n\nRowhouse",
  );
  expect(fillSiteUrl(html, "https://rowhouse.example")).toContain('<a href="https://rowhouse.example/subscription"');
  expect(html).toMatch(/Hello Mia,[\s\S]+One\.[\s\S]+Two\./);
});

test("a mail that somebody asked for has the link that ends them, below its own link", () => {
  const links = { link: { label: "Search", path: "/search" }, unsubscribe: { label: "Stop", path: "/stop/1" } };
  const { text, html } = formatMailBodies({ name: "", paragraphs: [], ...links });

  expect(text).toBe("Hello,\n\nSearch: %SITE_URL%/search\n\nStop: %SITE_URL%/stop/1\n\nRowhouse");
  expect(html).toMatch(/href="%SITE_URL%\/search"[\s\S]+<a href="%SITE_URL%\/stop\/1"[^>]*>Stop<\/a>/);
});

test("further links stand below the first", () => {
  const links = {
    link: { label: "See it", path: "/places/a" },
    more: [{ label: "Claim it", path: "/places/a/claim" }],
  };
  const { text, html } = formatMailBodies({ name: "", paragraphs: [], ...links });

  expect(text).toBe("Hello,\n\nSee it: %SITE_URL%/places/a\n\nClaim it: %SITE_URL%/places/a/claim\n\nRowhouse");
  expect(html).toMatch(/>See it<[\s\S]+href="%SITE_URL%\/places\/a\/claim"[^>]*>Claim it</);
});

test("HTML in a name is escaped", () => {
  const name = `<img src=x onerror="alert(1)">&`;
  const { html } = formatMailBodies({ name, paragraphs: [], link: { label: "On", path: "/" } });

  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img");
});
