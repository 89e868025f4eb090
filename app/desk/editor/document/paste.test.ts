import { StepMap } from "@tiptap/pm/transform";
import { expect, test } from "vitest";

import { extractFragment, isMarkdown, formatPasteMessage, mapSpan } from "./paste.ts";

const CODE = '<meta charset="utf-8"><div style="white-space: pre;"><div><span>## Heading</span></div></div>';

test.each([
  ["Markdown copied from a code editor", CODE, "## Heading\n\n**bold**", true],
  ["Markdown alone", "", "- One\n- Two", true],
  ["plain text copied from a code editor", CODE, "Heading", false],
  ["prose that looks like Markdown", "<h2>## Heading</h2>", "## Heading", false],
  ["a list copied from a word processor", "<ul><li>One</li></ul>", "- One", false],
])("%s", (_what, html, text, is) => {
  expect(isMarkdown({ html, text })).toBe(is);
});

test("only the copied fragment of the clipboard is used, without inline picture data", () => {
  const head = `<html><head><style>${"p { color: red } ".repeat(20_000)}</style></head><body>`;
  const picture = `<img alt="x" src="data:image/png;base64,${"A".repeat(300_000)}">`;

  expect(extractFragment(`${head}<!--StartFragment--><p>One</p>${picture}<!--EndFragment--></body></html>`)).toBe(
    '<p>One</p><img alt="x">',
  );
  expect(extractFragment("<p>One</p><!--EndFragment--><!--StartFragment-->")).toContain("<p>One</p>");
});

test("a paste reports what it left out, and nothing if it is complete", () => {
  expect(formatPasteMessage({ pictures: 0, why: null })).toBeNull();
  expect(formatPasteMessage({ pictures: 1, why: null })).toMatch(/^1 picture was left out/);
  expect(formatPasteMessage({ pictures: 3, why: null })).toMatch(/^3 pictures were left out/);
  expect(formatPasteMessage({ pictures: 3, why: "no-answer" })).toContain("only its text was pasted");
});

test.each([
  ["text typed before it", { from: 10, to: 10 }, new StepMap([2, 0, 5]), { from: 15, to: 15 }],
  ["text typed at the position", { from: 10, to: 10 }, new StepMap([10, 0, 5]), { from: 10, to: 10 }],
  ["text typed after it", { from: 3, to: 6 }, new StepMap([8, 0, 5]), { from: 3, to: 6 }],
  ["the replaced text was deleted", { from: 3, to: 6 }, new StepMap([1, 9, 0]), { from: 1, to: 1 }],
])("pasted content is inserted at its position despite later typing: %s", (_what, span, mapping, moved) => {
  expect(mapSpan(span, mapping)).toEqual(moved);
});
