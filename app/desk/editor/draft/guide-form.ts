import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { slugify } from "#app/lib/slug.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import {
  AUTHORS_MAX,
  FEATURED_RANK_MAX,
  GuideDocumentSchema,
  normalizeGuideText,
  sortStops,
} from "../document/guide-document.ts";

export const reasonField = (slug: string) => `reason-${slug}`;
export const authorField = (index: number) => `author-${index + 1}`;
export const hintField = (slug: string) => `hint-${slug}`;

/**
 * Reads a draft from the editor's form, without validating it for publishing. `before`: stops of places that the form has no
 * fields for.
 *
 * @returns Null when the form exceeds the limits of the editor's fields.
 */
export function parseGuideForm(form: FormFields, before: GuideDocument["stops"]): GuideDocument | null {
  const body = normalizeGuideText(form.text("body"));
  const rank = Number(form.text("featured"));
  const title = normalizeLine(form.text("title"));
  const places = placeSlugsInText(body);
  const known = [...new Set([...before.map(({ slug }) => slug), ...places])].map((slug) => {
    const was = before.find((stop) => stop.slug === slug) ?? { slug, reason: "", hint: "" };
    if (form.text(`has-${slug}`) === "") return was;
    return {
      slug,
      reason: normalizeLine(form.text(reasonField(slug))),
      hint: normalizeLine(form.text(hintField(slug))),
    };
  });
  const read = GuideDocumentSchema.safeParse({
    title,
    slug: normalizeLine(form.text("slug")) || slugify(title),
    excerpt: normalizeLine(form.text("excerpt")),
    category: normalizeLine(form.text("category")),
    neighborhood: normalizeLine(form.text("neighborhood")),
    authors: readAuthors(form),
    keywords: parseKeywords(form.text("keywords")),
    picture: normalizeLine(form.text("picture")),
    cover: readCover(form),
    featuredRank: Number.isInteger(rank) && rank >= 1 && rank <= FEATURED_RANK_MAX ? rank : null,
    access: form.text("access") === "members" ? "members" : "everyone",
    isEarly: form.text("early") === "yes",
    body,
    stops: sortStops(places, known),
  });
  return read.success ? read.data : null;
}

/** The form's fields of a document, as `parseGuideForm` reads them back. */
export function guideFormFields(document: GuideDocument): Record<string, string> {
  const { title, slug, excerpt, category, neighborhood, authors, keywords, picture, cover, featuredRank } = document;
  return {
    title,
    slug,
    excerpt,
    category,
    neighborhood,
    ...Object.fromEntries(
      Array.from({ length: AUTHORS_MAX }, (_none, index) => [authorField(index), authors[index] ?? ""]),
    ),
    keywords: keywords.join(", "),
    picture,
    "cover-path": cover?.path ?? "",
    "cover-alt": cover?.alt ?? "",
    "cover-credit": cover?.credit ?? "",
    featured: featuredRank === null ? "" : `${featuredRank}`,
    access: document.access,
    ...(document.isEarly ? { early: "yes" } : {}),
    body: document.body,
    ...Object.fromEntries(
      document.stops.flatMap(({ slug: place, reason, hint }) => [
        [`has-${place}`, "yes"],
        [reasonField(place), reason],
        [hintField(place), hint],
      ]),
    ),
  };
}

/** The uploaded cover; null without one, and for any other path. */
function readCover(form: FormFields): GuideDocument["cover"] {
  const path = form.text("cover-path");
  if (parseGuidePicturePath(path) === null) return null;
  return { path, alt: normalizeLine(form.text("cover-alt")), credit: normalizeLine(form.text("cover-credit")) };
}

/** The version of the draft that the form was opened with; null if the form has none. */
export function parseDraftVersion(form: FormFields): number | null {
  const text = form.text("version");
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The selected authors in order, without duplicates. */
function readAuthors(form: FormFields): string[] {
  const chosen = Array.from({ length: AUTHORS_MAX }, (_none, index) => normalizeLine(form.text(authorField(index))));
  return [...new Set(chosen.filter((slug) => slug !== ""))];
}

/** Splits at commas and removes duplicates. */
export function parseKeywords(typed: string): string[] {
  return [
    ...new Set(
      typed
        .split(",")
        .map(normalizeLine)
        .filter((word) => word !== ""),
    ),
  ];
}

/** Joins to one line and removes characters that the database rejects. */
export function normalizeLine(typed: string): string {
  return normalizeText(typed).replaceAll(/\s*\n\s*/g, " ");
}
