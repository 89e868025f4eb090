import { diffWordsWithSpace } from "diff";

import type { GuideDocument } from "#app/db/columns/guide-document.ts";
import type { DiffPart } from "#app/lib/word-diff.ts";

/** Timeout for comparing two texts of 60,000 characters; after it, the whole text is shown as replaced. */
const DIFF_MS_MAX = 400;

export type FieldDiff = { field: string; parts: DiffPart[] };

/** The changes between two versions of a guide, word by word for each changed field. */
export function diffGuides(before: GuideDocument, after: GuideDocument): FieldDiff[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...newFields.keys(), ...oldFields.keys()])];
  return names.flatMap((field) => {
    const [was, is] = [oldFields.get(field) ?? "", newFields.get(field) ?? ""];
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

/** Line breaks within a paragraph are ignored: files wrap lines, the editor doesn't. */
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
    ["URL", slug],
    ["Category", category],
    ["Neighborhood", neighborhood],
    ["Authors", authors.join(", ")],
    ["Keywords", keywords.join(", ")],
    ["Picture", picture],
    ["Featured", document.featuredRank === null ? "" : String(document.featuredRank)],
    ["Access", document.access === "members" ? "Members" : "Everyone"],
    ["Early access", document.isEarly ? "Yes" : ""],
  ]);
}
