import { expect, test } from "vitest";

import { mailBodies, withSiteUrl } from "./mail-bodies.ts";

test("a letter says the same as text and as HTML, and leads to the site that sends it", () => {
  const words = { name: "Mia", paragraphs: ["One.", "Two."], link: { label: "Your plan", path: "/subscription" } };
  const { text, html } = mailBodies(words);

  expect(withSiteUrl(text, "https://rowhouse.example")).toBe(
    "Hello Mia,\n\nOne.\n\nTwo.\n\nYour plan: https://rowhouse.example/subscription\n\nRowhouse",
  );
  expect(withSiteUrl(html, "https://rowhouse.example")).toContain('<a href="https://rowhouse.example/subscription"');
  expect(html).toMatch(/Hello Mia,[\s\S]+One\.[\s\S]+Two\./);
});

test("a name is text, whatever stands in it", () => {
  const name = `<img src=x onerror="alert(1)">&`;
  const { html } = mailBodies({ name, paragraphs: [], link: { label: "On", path: "/" } });

  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img");
});
