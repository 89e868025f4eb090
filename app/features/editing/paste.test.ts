import { StepMap } from "@tiptap/pm/transform";
import { expect, test } from "vitest";

import { copiedPart, isMarkdown, leftOut, movedSpan } from "./paste.ts";

const CODE = '<meta charset="utf-8"><div style="white-space: pre;"><div><span>## Heading</span></div></div>';

test.each([
  ["Markdown out of an editor for code", CODE, "## Heading\n\n**bold**", true],
  ["Markdown alone", "", "- One\n- Two", true],
  ["words out of an editor for code", CODE, "Heading", false],
  ["prose that looks like Markdown", "<h2>## Heading</h2>", "## Heading", false],
  ["a list of a word processor", "<ul><li>One</li></ul>", "- One", false],
])("%s", (_what, html, text, is) => {
  expect(isMarkdown({ html, text })).toBe(is);
});

test("of what is on the clipboard only what was copied counts, without the pictures that are written into it", () => {
  const head = `<html><head><style>${"p { color: red } ".repeat(20_000)}</style></head><body>`;
  const picture = `<img alt="x" src="data:image/png;base64,${"A".repeat(300_000)}">`;

  expect(copiedPart(`${head}<!--StartFragment--><p>One</p>${picture}<!--EndFragment--></body></html>`)).toBe(
    '<p>One</p><img alt="x">',
  );
  expect(copiedPart("<p>One</p><!--EndFragment--><!--StartFragment-->")).toContain("<p>One</p>");
});

test("a paste says what it left out, and nothing when it is all there", () => {
  expect(leftOut({ pictures: 0, why: null })).toBeNull();
  expect(leftOut({ pictures: 1, why: null })).toMatch(/^1 picture was left out/);
  expect(leftOut({ pictures: 3, why: null })).toMatch(/^3 pictures were left out/);
  expect(leftOut({ pictures: 3, why: "no-answer" })).toContain("words came alone");
});

test.each([
  ["words typed before", { from: 10, to: 10 }, new StepMap([2, 0, 5]), { from: 15, to: 15 }],
  ["words typed where it goes", { from: 10, to: 10 }, new StepMap([10, 0, 5]), { from: 10, to: 10 }],
  ["words typed behind", { from: 3, to: 6 }, new StepMap([8, 0, 5]), { from: 3, to: 6 }],
  ["what it replaces is gone", { from: 3, to: 6 }, new StepMap([1, 9, 0]), { from: 1, to: 1 }],
])("what is pasted goes where it was to go: %s", (_what, span, mapping, moved) => {
  expect(movedSpan(span, mapping)).toEqual(moved);
});
