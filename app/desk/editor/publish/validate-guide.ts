import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { characterCount } from "#app/lib/plain-text.ts";
import { isSlug, SLUG_LENGTH_MAX } from "#app/lib/slug.ts";

import {
  EXCERPT_CHARACTERS_MAX,
  KEYWORD_CHARACTERS_MAX,
  KEYWORDS_MAX,
  PICTURES_MAX,
  type PublishableGuide,
  STOPS_MAX,
  listStops,
  TITLE_CHARACTERS_MAX,
} from "../document/guide-document.ts";
import type { ParsedGuide } from "./guide-checks.ts";

/** What prevents publishing, by field name. */
export type GuideProblems = Record<string, string>;

/** Facts from the database. */
export type GuideValidationFacts = {
  authors: readonly string[];
  neighborhoods: readonly string[];
  pictures: readonly string[];
  isSlugTaken: boolean;
  /** Whether the cover's file exists; true without a cover. */
  hasCoverFile: boolean;
  /** Slugs in the text without a listed place. */
  unknownPlaces: readonly string[];
};

/** Validates a draft for publishing. */
export function validateGuide(
  guide: Pick<ParsedGuide, "document" | "places" | "pictures">,
  facts: GuideValidationFacts,
): { ready: PublishableGuide; problems: null } | { ready: null; problems: GuideProblems } {
  const { document, places } = guide;
  const { category, neighborhood, picture, stops: _stops, authors, ...rest } = document;
  const [authorSlug, ...coauthors] = authors;
  const problems = { ...lineProblems(document, facts), ...textProblems(guide, facts) };
  if (!isCategorySlug(category)) problems["category"] = `Choose one of ${Object.values(CATEGORY_NAMES).join(", ")}.`;
  if (Object.keys(problems).length > 0 || !isCategorySlug(category) || authorSlug === undefined)
    return { ready: null, problems };
  const ready = {
    ...rest,
    categorySlug: category,
    neighborhoodSlug: neighborhood === "" ? null : neighborhood,
    authorSlug,
    coauthors,
    picture: picture === "" ? null : picture,
    places: listStops(places, document.stops),
  };
  return { ready, problems: null };
}

function lineProblems(document: GuideDocument, facts: GuideValidationFacts): GuideProblems {
  const { title, slug, excerpt, neighborhood, authors, keywords, picture, cover } = document;
  const problems: GuideProblems = {};
  if (title === "") problems["title"] = "Enter a title.";
  if (characterCount(title) > TITLE_CHARACTERS_MAX) problems["title"] = tooManyCharacters(title, TITLE_CHARACTERS_MAX);
  if (!isSlug(slug)) problems["slug"] = `Use a-z, 0-9 and single hyphens, up to ${SLUG_LENGTH_MAX}: saturday-in-shaw.`;
  else if (facts.isSlugTaken) problems["slug"] = "Another post uses or used this URL. Choose another.";
  if (excerpt === "") problems["excerpt"] = "Describe the post in one or two sentences.";
  if (characterCount(excerpt) > EXCERPT_CHARACTERS_MAX) {
    problems["excerpt"] = tooManyCharacters(excerpt, EXCERPT_CHARACTERS_MAX);
  }
  if (neighborhood !== "" && !facts.neighborhoods.includes(neighborhood))
    problems["neighborhood"] = "Choose one from the list.";
  const unknown = authors.find((author) => !facts.authors.includes(author));
  if (authors.length === 0) problems["author"] = "Choose an author.";
  else if (unknown !== undefined) problems["author"] = `There is no author “${unknown}”. Choose an author.`;
  if (picture !== "" && !facts.pictures.includes(picture)) problems["picture"] = "Choose one from the list.";
  if (cover !== null && !facts.hasCoverFile) problems["cover-file"] = "The file is gone. Choose it again.";
  else if (cover?.alt === "") problems["cover-alt"] = "Describe the cover for people who can’t see it.";
  if (keywords.length > KEYWORDS_MAX)
    problems["keywords"] = `Use at most ${KEYWORDS_MAX} keywords. You have ${keywords.length}.`;
  if (keywords.some((word) => characterCount(word) > KEYWORD_CHARACTERS_MAX)) {
    problems["keywords"] = `A keyword can have ${KEYWORD_CHARACTERS_MAX} characters. Separate keywords with commas.`;
  }
  return problems;
}

function textProblems(
  { document, places, pictures }: Pick<ParsedGuide, "document" | "places" | "pictures">,
  facts: GuideValidationFacts,
): GuideProblems {
  const problems: GuideProblems = {};
  const twice = places.find((slug, index) => places.indexOf(slug) !== index);
  const withoutAlt = pictures.findIndex(({ alt }) => alt.trim() === "");
  const [unknown] = facts.unknownPlaces;
  if (document.body.trim() === "") problems["body"] = "Write some text.";
  else if (unknown !== undefined) problems["body"] = `There is no place “${unknown}”. Choose it from the search.`;
  else if (twice !== undefined) problems["body"] = `${twice} is in the text twice. Remove one of them.`;
  else if (places.length > STOPS_MAX) problems["body"] = `Use at most ${STOPS_MAX} places. You have ${places.length}.`;
  else if (pictures.length > PICTURES_MAX)
    problems["body"] = `Use at most ${PICTURES_MAX} pictures. You have ${pictures.length}.`;
  else if (withoutAlt >= 0) problems["body"] = `Picture ${withoutAlt + 1} has no description. Add one.`;
  return problems;
}

function tooManyCharacters(text: string, most: number): string {
  return `Write at most ${most} characters. You have ${characterCount(text)}.`;
}

/** Labels of the fields for the error summary, in the form's order. */
export const GUIDE_FIELD_LABELS: Record<string, string> = {
  title: "Title",
  body: "Text",
  slug: "URL",
  excerpt: "Excerpt",
  category: "Category",
  neighborhood: "Neighborhood",
  author: "Author",
  keywords: "Keywords",
  picture: "Picture",
  "cover-file": "Cover photo",
  "cover-alt": "Cover description",
  at: "Date and time",
};

export const guideFieldId = (field: string) => `guide-${field}`;
