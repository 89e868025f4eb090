import { StepMap } from "@tiptap/pm/transform";
import { expect, test } from "vitest";

import { isMarkdown, movedSpan } from "./paste.ts";

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

test.each([
  ["words typed before", { from: 10, to: 10 }, new StepMap([2, 0, 5]), { from: 15, to: 15 }],
  ["words typed where it goes", { from: 10, to: 10 }, new StepMap([10, 0, 5]), { from: 10, to: 10 }],
  ["words typed behind", { from: 3, to: 6 }, new StepMap([8, 0, 5]), { from: 3, to: 6 }],
  ["what it replaces is gone", { from: 3, to: 6 }, new StepMap([1, 9, 0]), { from: 1, to: 1 }],
])("what is pasted goes where it was to go: %s", (_what, span, mapping, moved) => {
  expect(movedSpan(span, mapping)).toEqual(moved);
});
