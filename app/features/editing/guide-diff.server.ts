import { diffWordsWithSpace } from "diff";

import type { DiffPart } from "#app/lib/word-diff.ts";

import type { GuideDocument } from "./guide-document.ts";

/** What two texts of sixty thousand letters, with nothing in common, may take; then all of it is shown as new. */
const DIFF_MS_MAX = 400;

export type FieldDiff = { field: string; parts: DiffPart[] };

/** What changed from one state of a guide to another, by words, field by field; fields that are the same are left out. */
export function guideDiff(before: GuideDocument, after: GuideDocument): FieldDiff[] {
  const [old, recent] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...recent.keys(), ...old.keys()])];
  return names.flatMap((field) => {
    const [was, is] = [old.get(field) ?? "", recent.get(field) ?? ""];
    return was === is ? [] : [{ field, parts: wordParts(was, is) }];
  });
}

function wordParts(before: string, after: string): DiffPart[] {
  const changes = diffWordsWithSpace(before, after, { timeout: DIFF_MS_MAX });
  if (changes === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

/** Where a line of a paragraph ends says nothing: files have them short, the editor has none. */
function withoutLineEnds(body: string): string {
  return body.replaceAll(/(?<=[^\n\\])\n(?=[^\n\s#>*+:|`~!\d-])/g, " ");
}

function fieldsOf(document: GuideDocument): Map<string, string> {
  const { title, excerpt, body, stops, slug, category, neighborhood, authors, keywords, picture } = document;
  return new Map([
    ["Title", title],
    ["Excerpt", excerpt],
    ["Text", withoutLineEnds(body)],
    ...stops.flatMap(({ slug: place, reason, hint }): [string, string][] => [
      [`${place}: reason`, reason],
      [`${place}: hint`, hint],
    ]),
    ["Address", slug],
    ["Category", category],
    ["Neighborhood", neighborhood],
    ["Authors", authors.join(", ")],
    ["Keywords", keywords.join(", ")],
    ["Picture", picture],
    ["Featured", document.featuredRank === null ? "" : String(document.featuredRank)],
    ["Who reads it", document.access === "members" ? "Members" : "Everybody"],
    ["Early", document.isEarly ? "Yes" : ""],
  ]);
}
