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
 * The guide that a form holds, as it was typed: what is wrong with it is said when it is published. `before` is what is known
 * of places that the form has no fields for.
 *
 * @returns Null when it can't have been typed into our form: it is larger than that.
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

/** Each once, in the order of their boxes. */
function readAuthors(form: SentForm): string[] {
  const chosen = Array.from({ length: AUTHORS_MAX }, (_none, index) => line(form.text(authorField(index))));
  return [...new Set(chosen.filter((slug) => slug !== ""))];
}

/** Words between commas, each once. */
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

/** In one line, without what the database refuses. */
export function line(typed: string): string {
  return plainText(typed).replaceAll(/\s*\n\s*/g, " ");
}
