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

test("HTML in a name is escaped", () => {
  const name = `<img src=x onerror="alert(1)">&`;
  const { html } = formatMailBodies({ name, paragraphs: [], link: { label: "On", path: "/" } });

  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img");
});
