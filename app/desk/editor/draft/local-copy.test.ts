import { beforeEach, expect, test, vi } from "vitest";

import {
  localCopyKey,
  deleteLocalCopy,
  readGuideFields,
  storeLocalCopy,
  listLocalCopies,
  hasSameContent,
} from "./local-copy.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

test("each window has its own copy, with only the guide's fields", () => {
  storeLocalCopy(localCopyKey(1, "a"), {
    version: 2,
    entries: [
      ["title", "One"],
      ["version", "2"],
      ["do", "save"],
    ],
  });
  storeLocalCopy(localCopyKey(1, "b"), { version: 3, entries: [["title", "Other"]] });
  storeLocalCopy(localCopyKey(11, "c"), { version: 4, entries: [["title", "Eleven"]] });
  localStorage.setItem(localCopyKey(1, "broken"), "{");

  const copies = Object.fromEntries(listLocalCopies(1).map(({ version, fields }) => [version, fields]));
  expect(copies).toEqual({ 2: { title: "One" }, 3: { title: "Other" } });

  deleteLocalCopy(localCopyKey(1, "a"));
  expect(listLocalCopies(1).map(({ version }) => version)).toEqual([3]);
});

test.each([
  ["spaces", { title: "A  walk " }, { title: "A walk" }],
  ["line ends", { body: "One.\r\n\r\nTwo.\r\n" }, { body: "One.\n\nTwo." }],
  ["commas", { keywords: "a,b ,, c" }, { keywords: "a, b, c" }],
  ["a slug made from the title", { title: "A", slug: "" }, { title: "A", slug: "a" }],
  ["an empty field that isn't there", { hint: "" }, {}],
])("a copy equals the page despite a difference in %s", (_what, copy, page) => {
  expect(hasSameContent(copy, page)).toBe(true);
});

test.each([
  ["other text", { body: "One." }, { body: "Two." }],
  ["spaces at the start of a line in the text", { body: "- a\n  - b" }, { body: "- a\n- b" }],
  ["a checkbox", {}, { early: "yes" }],
  ["another slug", { slug: "b" }, { slug: "a" }],
])("a copy differs from the page in %s", (_what, copy, page) => {
  expect(hasSameContent(copy, page)).toBe(false);
});

test("files are not stored", () => {
  expect(
    readGuideFields([
      ["picture", "x"],
      ["picture-file", new File([], "a.jpg")],
    ]),
  ).toEqual({ picture: "x" });
});
