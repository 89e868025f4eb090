import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { hasMembersLine, renderProse } from "#app/guide/guides/page/guide-body.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { listStops } from "../document/guide-document.ts";

/** A suggestion to make a guide easier to find, read or trust. It doesn't prevent publishing. */
export type GuideAdvice = { rule: string; text: string; why: string };

/** A guide's parsed text with the facts that the rules need. */
export type ParsedGuide = {
  document: GuideDocument;
  /** Slugs of the places in the text, in order. */
  places: readonly string[];
  links: readonly { text: string; href: string }[];
  headings: readonly { level: number; text: string }[];
  pictures: readonly { src: string; alt: string; credit: string }[];
  /** Internal links without a page. */
  deadLinks: ReadonlySet<string>;
  /** Names of listed places by slug. */
  placeNames: ReadonlyMap<string, string>;
  /** Names of closed places in the text. */
  closedPlaces: readonly string[];
};

type Rule = (guide: ParsedGuide) => GuideAdvice[];

/** Search engines cut titles near 600 px, about sixty characters. Source: measured in Google's results. */
const TITLE_GOOD = { min: 20, max: 65 };
/** Longer descriptions are cut on phones. */
const EXCERPT_GOOD = { min: 70, max: 160 };
/** About two phone screens. */
const HEADING_FROM_WORDS = 500;

export const titleLength: Rule = ({ document: { title } }) => {
  const count = characterCount(title);
  const why = "Search results and cards show about 65 characters, and very short titles say too little.";
  if (count === 0 || (count >= TITLE_GOOD.min && count <= TITLE_GOOD.max)) return [];
  const than = count < TITLE_GOOD.min ? `shorter than ${TITLE_GOOD.min}` : `longer than ${TITLE_GOOD.max}`;
  return [{ rule: "title-length", text: `The title has ${count} characters, ${than}.`, why }];
};

export const excerptLength: Rule = ({ document: { excerpt } }) => {
  const count = characterCount(excerpt);
  const why = "It’s shown under the title in search results, on cards and in shared links. 70 to 160 characters fit.";
  if (count >= EXCERPT_GOOD.min && count <= EXCERPT_GOOD.max) return [];
  return [{ rule: "excerpt-length", text: `The excerpt has ${count} characters.`, why }];
};

export const headingsInOrder: Rule = ({ headings }) => {
  const why = "People with screen readers navigate by headings, and a skipped level sounds like something is missing.";
  return headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 1;
    if (level === 1)
      return [
        { rule: "heading-order", text: `“${text}” is a top-level heading like the title. Use the second level.`, why },
      ];
    return level > before + 1 ? [{ rule: "heading-order", text: `“${text}” skips a level of headings.`, why }] : [];
  });
};

export const longTextHasHeadings: Rule = ({ headings, document, places }) => {
  const words = document.body.split(/\s+/).length;
  if (words < HEADING_FROM_WORDS || headings.length > 0 || places.length > 0) return [];
  return [
    {
      rule: "no-headings",
      text: `${words} words without a heading or a place.`,
      why: "Readers scan a page before they read it.",
    },
  ];
};

export const picturesAreDescribed: Rule = ({ pictures }) =>
  pictures.flatMap(({ alt, credit }, index) => {
    if (alt.trim() !== "" && credit.trim() !== "") return [];
    const what = alt.trim() === "" ? "has no description" : "has no credit";
    const why =
      alt.trim() === ""
        ? "People who can’t see it need one. The post can’t be published without it."
        : "Credit the photographer. For our own pictures, use “Photo: Rowhouse”.";
    return [{ rule: "picture-words", text: `Picture ${index + 1} ${what}.`, why }];
  });

export const linksAreValid: Rule = ({ links, deadLinks }) =>
  links
    .filter(({ href }) => deadLinks.has(href))
    .map(({ text, href }) => ({
      rule: "dead-link",
      text: `“${text}” links to ${href}, which doesn’t exist.`,
      why: "Readers would get an error page, and search engines notice.",
    }));

const EMPTY_WORDS = /^(?:here|click here|this|link|read more|more)$/i;

export const linkTextsAreMeaningful: Rule = ({ links }) =>
  links
    .filter(({ text }) => EMPTY_WORDS.test(text.trim()) || /^https?:/i.test(text.trim()))
    .map(({ text }) => ({
      rule: "link-words",
      text: `A link says “${text}”.`,
      why: "Screen readers and search engines use a link’s text. Say where it goes.",
    }));

export const placesHaveReasons: Rule = ({ document, places, placeNames }) =>
  listStops([...new Set(places)], document.stops)
    .filter(({ reason }) => reason.trim() === "")
    .map(({ slug }) => ({
      rule: "no-reason",
      text: `${placeNames.get(slug) ?? slug} has no reason to go.`,
      why: "The reason is what a post adds to a listing.",
    }));

export const placesAreOpen: Rule = ({ closedPlaces }) =>
  closedPlaces.map((name) => ({
    rule: "closed-place",
    text: `${name} has closed.`,
    why: "Readers don’t see it in the post. Remove it from the text, with what you wrote about it.",
  }));

export const hasKeywords: Rule = ({ document: { keywords } }) =>
  keywords.length > 0
    ? []
    : [
        {
          rule: "no-keywords",
          text: "There are no keywords.",
          why: "Search uses keywords to find a post by words that aren’t in its text.",
        },
      ];

export const membersLineMatchesAccess: Rule = ({ document: { access, body } }) => {
  const hasLine = hasMembersLine(body);
  if (hasLine === (access === "members")) return [];
  return hasLine
    ? [
        {
          rule: "members-line",
          text: "The text has a members line, but the post is for everyone.",
          why: "The line has no effect. Choose “Members only”, or remove it.",
        },
      ]
    : [
        {
          rule: "members-line",
          text: "The post is for members, but has no members line.",
          why: "Everyone else can read its first two paragraphs.",
        },
      ];
};

const RULES: readonly Rule[] = [
  titleLength,
  excerptLength,
  headingsInOrder,
  longTextHasHeadings,
  picturesAreDescribed,
  linksAreValid,
  linkTextsAreMeaningful,
  placesHaveReasons,
  placesAreOpen,
  hasKeywords,
  membersLineMatchesAccess,
];

export function listGuideAdvice(guide: ParsedGuide): GuideAdvice[] {
  return RULES.flatMap((rule) => rule(guide));
}

/** The links, headings and pictures of a text, as readers see them. */
export function parseGuideText(body: string): Pick<ParsedGuide, "links" | "headings" | "pictures"> {
  const html = renderProse(body.replaceAll(/^::(?:members|place\{[a-z0-9-]{1,80}\})[ \t]*$/gm, "\n"));
  const matches = (pattern: RegExp) => [...html.matchAll(pattern)];
  return {
    links: matches(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs).map(([, href = "", text = ""]) => ({
      href: plain(href),
      text: plain(text),
    })),
    headings: matches(/<h([1-6])>(.*?)<\/h\1>/gs).map(([, level = "", text = ""]) => ({
      level: Number(level),
      text: plain(text),
    })),
    pictures: matches(/<img src="([^"]*)"[^>]* alt="([^"]*)"[^>]*>(?:<figcaption>(.*?)<\/figcaption>)?/gs).map(
      ([, src = "", alt = "", credit = ""]) => ({ src: plain(src), alt: plain(alt), credit: plain(credit) }),
    ),
  };
}

/** The text of HTML that guide-body.ts rendered. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
