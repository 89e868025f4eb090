import { slugOf } from "#app/lib/slug.ts";
import { plainText } from "#app/lib/plain-text.ts";
import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import type { SentForm } from "#app/platform/read-form.ts";

import {
  AUTHORS_MAX,
  type GuideDocument,
  FEATURED_RANK_MAX,
  GuideDocumentShape,
  guideText,
  orderedStops,
} from "./guide-document.ts";

export const reasonField = (slug: string) => `reason-${slug}`;
export const authorField = (index: number) => `author-${index + 1}`;
export const hintField = (slug: string) => `hint-${slug}`;

/**
 * Reads a draft from the editor's form, without validating it for publishing. `before`: stops of places that the form has no
 * fields for.
 *
 * @returns Null when the form exceeds the limits of the editor's fields.
 */
export function readGuideForm(form: SentForm, before: GuideDocument["stops"]): GuideDocument | null {
  const body = guideText(form.text("body"));
  const rank = Number(form.text("featured"));
  const title = line(form.text("title"));
  const places = embeddedPlaces(body);
  const known = [...new Set([...before.map(({ slug }) => slug), ...places])].map((slug) => {
    const was = before.find((stop) => stop.slug === slug) ?? { slug, reason: "", hint: "" };
    if (form.text(`has-${slug}`) === "") return was;
    return { slug, reason: line(form.text(reasonField(slug))), hint: line(form.text(hintField(slug))) };
  });
  const read = GuideDocumentShape.safeParse({
    title,
    slug: line(form.text("slug")) || slugOf(title),
    excerpt: line(form.text("excerpt")),
    category: line(form.text("category")),
    neighborhood: line(form.text("neighborhood")),
    authors: readAuthors(form),
    keywords: readKeywords(form.text("keywords")),
    picture: line(form.text("picture")),
    featuredRank: Number.isInteger(rank) && rank >= 1 && rank <= FEATURED_RANK_MAX ? rank : null,
    access: form.text("access") === "members" ? "members" : "everyone",
    isEarly: form.text("early") === "yes",
    body,
    stops: orderedStops(places, known),
  });
  return read.success ? read.data : null;
}

/** The selected authors in order, without duplicates. */
function readAuthors(form: SentForm): string[] {
  const chosen = Array.from({ length: AUTHORS_MAX }, (_none, index) => line(form.text(authorField(index))));
  return [...new Set(chosen.filter((slug) => slug !== ""))];
}

/** Splits at commas and removes duplicates. */
export function readKeywords(typed: string): string[] {
  return [
    ...new Set(
      typed
        .split(",")
        .map(line)
        .filter((word) => word !== ""),
    ),
  ];
}

/** Joins to one line and removes characters that the database rejects. */
export function line(typed: string): string {
  return plainText(typed).replaceAll(/\s*\n\s*/g, " ");
}
