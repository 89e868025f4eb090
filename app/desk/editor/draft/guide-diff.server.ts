import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { type DiffPart, diffWords } from "#app/lib/word-diff.ts";

export type FieldDiff = { field: string; parts: DiffPart[] };

/** The changes between two versions of a guide, word by word for each changed field. */
export function diffGuides(before: GuideDocument, after: GuideDocument): FieldDiff[] {
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...newFields.keys(), ...oldFields.keys()])];
  return names.flatMap((field) => {
    const [was, is] = [oldFields.get(field) ?? "", newFields.get(field) ?? ""];
    return was === is ? [] : [{ field, parts: diffWords(was, is) }];
  });
}

/** Line breaks within a paragraph are ignored: files wrap lines, the editor doesn't. */
function withoutLineEnds(body: string): string {
  return body.replaceAll(/(?<=[^\n\\])\n(?=[^\n\s#>*+:|`~!\d-])/g, " ");
}

function fieldsOf(document: GuideDocument): Map<string, string> {
  const { title, excerpt, body, stops, slug, category, neighborhood, authors, keywords, picture, cover } = document;
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
    ["Cover", cover?.path ?? ""],
    ["Cover description", cover?.alt ?? ""],
    ["Cover credit", cover?.credit ?? ""],
    ["Featured", document.featuredRank === null ? "" : String(document.featuredRank)],
    ["Access", document.access === "members" ? "Members" : "Everyone"],
    ["Early access", document.isEarly ? "Yes" : ""],
  ]);
}
