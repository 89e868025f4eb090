import { hasMembersLine, proseHtml } from "#app/features/guides/guide-body.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import { type GuideDocument, stopsOf } from "./guide-document.ts";

/** Something that would make a guide easier to find, to read or to trust. It stops nobody from publishing. */
export type GuideAdvice = { rule: string; text: string; why: string };

/** What the text holds, and what is known of it. */
export type CheckedGuide = {
  document: GuideDocument;
  /** The places of the text, in their order. */
  places: readonly string[];
  links: readonly { text: string; href: string }[];
  headings: readonly { level: number; text: string }[];
  pictures: readonly { src: string; alt: string; credit: string }[];
  /** Addresses of ours that lead nowhere. */
  deadLinks: ReadonlySet<string>;
  /** What the places are called, by their slugs; of one that isn't listed there is none. */
  placeNames: ReadonlyMap<string, string>;
  /** Names of places of the text that have closed. */
  closedPlaces: readonly string[];
};

type Rule = (guide: CheckedGuide) => GuideAdvice[];

/** Search engines cut titles near 600 px, about sixty letters. Source: Google's own results, measured. */
const TITLE_GOOD = { min: 20, max: 65 };
/** Beyond it descriptions are cut on phones. */
const EXCERPT_GOOD = { min: 70, max: 160 };
/** Two screens of a phone without a heading. */
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
  const why = "It stands under the title in search results, on cards and in shared links: 70 to 160 characters fit.";
  if (count >= EXCERPT_GOOD.min && count <= EXCERPT_GOOD.max) return [];
  return [{ rule: "excerpt-length", text: `The excerpt has ${count} characters.`, why }];
};

export const headingsInOrder: Rule = ({ headings }) => {
  const why =
    "Whoever listens to the page goes from heading to heading, and a step left out sounds like something missing.";
  return headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 1;
    if (level === 1)
      return [
        { rule: "heading-order", text: `“${text}” is a heading like the title’s own. Use the second level.`, why },
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
      why: "People look a page over before they read it.",
    },
  ];
};

export const picturesAreDescribed: Rule = ({ pictures }) =>
  pictures.flatMap(({ alt, credit }, index) => {
    if (alt.trim() !== "" && credit.trim() !== "") return [];
    const what = alt.trim() === "" ? "has no description" : "doesn’t say whose it is";
    const why =
      alt.trim() === ""
        ? "Without one, whoever can’t see it knows nothing of it. The guide can’t be published so."
        : "Pictures of others want their names; our own say “Photo: Rowhouse”.";
    return [{ rule: "picture-words", text: `Picture ${index + 1} ${what}.`, why }];
  });

export const linksLeadSomewhere: Rule = ({ links, deadLinks }) =>
  links
    .filter(({ href }) => deadLinks.has(href))
    .map(({ text, href }) => ({
      rule: "dead-link",
      text: `“${text}” leads to ${href}, where nothing is.`,
      why: "Readers end on an error page, and search engines notice.",
    }));

const EMPTY_WORDS = /^(?:here|click here|this|link|read more|more)$/i;

export const linksSayWhere: Rule = ({ links }) =>
  links
    .filter(({ text }) => EMPTY_WORDS.test(text.trim()) || /^https?:/i.test(text.trim()))
    .map(({ text }) => ({
      rule: "link-words",
      text: `A link says “${text}”.`,
      why: "Links are read out and searched by their own words: name what they lead to.",
    }));

export const placesHaveReasons: Rule = ({ document, places, placeNames }) =>
  stopsOf([...new Set(places)], document.stops)
    .filter(({ reason }) => reason.trim() === "")
    .map(({ slug }) => ({
      rule: "no-reason",
      text: `${placeNames.get(slug) ?? slug} has no reason to go there.`,
      why: "The reason is what a guide adds to a listing.",
    }));

export const placesAreOpen: Rule = ({ closedPlaces }) =>
  closedPlaces.map((name) => ({
    rule: "closed-place",
    text: `${name} has closed.`,
    why: "Readers aren’t shown it where it stands. Take it out of the text, with what is said of it.",
  }));

export const keywordsAreThere: Rule = ({ document: { keywords } }) =>
  keywords.length > 0
    ? []
    : [
        {
          rule: "no-keywords",
          text: "There are no keywords.",
          why: "Search finds a guide by them, also by words that its text doesn’t have.",
        },
      ];

export const membersLineMatches: Rule = ({ document: { access, body } }) => {
  const hasLine = hasMembersLine(body);
  if (hasLine === (access === "members")) return [];
  return hasLine
    ? [
        {
          rule: "members-line",
          text: "The text says where the part for members begins, but everybody may read it.",
          why: "The line does nothing then. Choose “Members only”, or take it out.",
        },
      ]
    : [
        {
          rule: "members-line",
          text: "The guide is for members, but no line says from where on.",
          why: "Everybody else reads its first two paragraphs then.",
        },
      ];
};

const RULES: readonly Rule[] = [
  titleLength,
  excerptLength,
  headingsInOrder,
  longTextHasHeadings,
  picturesAreDescribed,
  linksLeadSomewhere,
  linksSayWhere,
  placesHaveReasons,
  placesAreOpen,
  keywordsAreThere,
  membersLineMatches,
];

export function guideAdvice(guide: CheckedGuide): GuideAdvice[] {
  return RULES.flatMap((rule) => rule(guide));
}

/** What stands in a text, as readers are shown it. */
export function partsOf(body: string): Pick<CheckedGuide, "links" | "headings" | "pictures"> {
  const html = proseHtml(body.replaceAll(/^::(?:members|place\{[a-z0-9-]{1,80}\})[ \t]*$/gm, "\n"));
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

/** The words of our own HTML. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
