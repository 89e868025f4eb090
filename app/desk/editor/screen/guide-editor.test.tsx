import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";

import { EMPTY_GUIDE } from "../document/guide-document.ts";
import { GuideEditor } from "./guide-editor.tsx";
import type { EditorRefusal, EditorPageData } from "../draft/editor-page-data.ts";

const OPENED: EditorPageData = {
  id: 1,
  document: { ...EMPTY_GUIDE, title: "A walk" },
  version: 3,
  savedAt: null,
  status: { state: "draft", label: "Draft" },
  deletion: null,
  slug: "a-walk",
  at: "",
  issues: [],
  done: null,
  hasUnpublishedChanges: false,
  choices: { authors: [], neighborhoods: [], pictures: [] },
  state: { places: [], advice: [], problems: {}, wordCount: 0, readMinutes: 1, closed: { count: 0, of: 0 } },
  preview: null,
  seedDigest: "",
  seedDiff: null,
  host: "rowhouse.example",
};

test("the form's first button saves, because Enter in a field activates it", () => {
  const [first = ""] = markup(null).match(/<button[^>]*type="submit"[^>]*>/) ?? [];

  expect(first).toContain('name="do"');
  expect(first).toContain('value="save"');
});

test("without script a conflict shows the differences, and saving again replaces the other version", () => {
  const refused: EditorRefusal = {
    why: "Grace saved this post since you opened it.",
    document: { ...EMPTY_GUIDE, title: "Mine" },
    version: 4,
    storedAs: "conflict",
    savedBy: "Grace",
    isOwn: false,
    problems: {},
    diff: [],
    at: "",
    isTimeAmbiguous: false,
  };

  const html = markup(refused);

  expect(html).toContain("Grace saved this post since you opened it.");
  expect(html).toContain('name="version" value="4"');
  expect(html).not.toContain("Use their version");
});

test.for([
  [{ count: 2, of: 5 }, "2 of 5 places here have closed. Readers see a note about it."],
  [{ count: 1, of: 5 }, "1 of 5 places here has closed. Readers see a note about it."],
  [{ count: 3, of: 3 }, "All 3 places here have closed. Readers see a note about it."],
  [{ count: 1, of: 1 }, "The only place here has closed. Readers see a note about it."],
] as const)("the editor shows how many of a guide's places have closed: %o", ([closed, text]) => {
  expect(markup(null, { ...OPENED, state: { ...OPENED.state, closed } })).toContain(text);
  expect(markup(null)).not.toContain("Readers see a note about it.");
});

function markup(refused: EditorRefusal | null, opened: EditorPageData = OPENED): string {
  const router = createMemoryRouter([{ path: "/", element: <GuideEditor opened={opened} refused={refused} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
