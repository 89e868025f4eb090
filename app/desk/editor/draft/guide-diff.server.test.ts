import { expect, test } from "vitest";

import { diffGuides } from "./guide-diff.server.ts";
import { BODY_CHARACTERS_MAX, EMPTY_GUIDE } from "../document/guide-document.ts";

test("removed and added words are listed field by field", () => {
  const before = {
    ...EMPTY_GUIDE,
    title: "A walk",
    body: "One two three.",
    stops: [{ slug: "a", reason: "Go.", hint: "" }],
  };
  const after = { ...before, body: "One four three.", stops: [{ slug: "a", reason: "Go now.", hint: "" }] };

  expect(diffGuides(before, after)).toEqual([
    {
      field: "Text",
      parts: [
        { kind: "same", text: "One " },
        { kind: "removed", text: "two" },
        { kind: "added", text: "four" },
        { kind: "same", text: " three." },
      ],
    },
    {
      field: "a: reason",
      parts: [
        { kind: "same", text: "Go" },
        { kind: "added", text: " now" },
        { kind: "same", text: "." },
      ],
    },
  ]);
});

test("line breaks within a paragraph are ignored, but breaks of paragraphs, lists and places are changes", () => {
  const diff = (before: string, after: string) =>
    diffGuides({ ...EMPTY_GUIDE, body: before }, { ...EMPTY_GUIDE, body: after });

  expect(diff("One\ntwo\nthree.\n\n- a\n- b", "One two three.\n\n- a\n- b")).toEqual([]);
  expect(diff("One two.", "One\n\ntwo.")).toHaveLength(1);
  expect(diff("- a\n- b", "- a - b")).toHaveLength(1);
  expect(diff("One\n::place{a}", "One ::place{a}")).toHaveLength(1);
});

test("two texts of the maximum length with nothing in common can be compared", () => {
  const text = (seed: number) =>
    Array.from({ length: BODY_CHARACTERS_MAX / 6 }, (_none, index) =>
      ((index * 7919 + seed) % 99_991).toString(36),
    ).join(" ");

  const [diff] = diffGuides({ ...EMPTY_GUIDE, body: text(1) }, { ...EMPTY_GUIDE, body: text(2) });

  expect(
    diff?.parts
      .filter(({ kind }) => kind !== "added")
      .map(({ text: part }) => part)
      .join(""),
  ).toBe(text(1));
  expect(
    diff?.parts
      .filter(({ kind }) => kind !== "removed")
      .map(({ text: part }) => part)
      .join(""),
  ).toBe(text(2));
});
