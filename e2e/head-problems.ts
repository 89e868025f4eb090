import { SITE_TITLE } from "#app/guide/seo/site-identity.ts";

import { siteUrl } from "./browser.ts";
import type { HtmlFacts } from "./read-html.ts";

/** Shorter descriptions say nothing; search engines cut longer ones. */
const DESCRIPTION_CHARACTERS = { min: 40, max: 320 };

/** Problems of a page's head and heading. Each page has its own title, description and URL. */
export function headProblems(path: string, facts: HtmlFacts): string[] {
  const { titles, descriptions, canonicals, headings, lang, jsonLd } = facts;
  const [description = ""] = descriptions;
  const isTitled = path === "/" ? titles[0] === SITE_TITLE : titles[0]?.endsWith(` - ${SITE_TITLE}`) === true;
  return [
    ...(titles.length === 1 && isTitled ? [] : [`titles ${JSON.stringify(titles)}`]),
    ...(descriptions.length === 1 ? [] : [`${descriptions.length} descriptions`]),
    ...(description.length < DESCRIPTION_CHARACTERS.min || description.length > DESCRIPTION_CHARACTERS.max
      ? [`a description of ${description.length} characters`]
      : []),
    ...(canonicals.length === 1 && canonicals[0] === siteUrl + path ? [] : [`canonical ${JSON.stringify(canonicals)}`]),
    ...(headings.length === 1 && headings[0] !== "" ? [] : [`headings ${JSON.stringify(headings)}`]),
    ...(lang === "en-US" ? [] : [`language ${lang}`]),
    ...jsonLd.flatMap(jsonLdProblems),
  ];
}

function jsonLdProblems(text: string): string[] {
  try {
    const object: unknown = JSON.parse(text);
    const isTyped = typeof object === "object" && object !== null && "@context" in object && "@type" in object;
    return isTyped ? [] : ["JSON-LD without @context or @type"];
  } catch {
    return [`JSON-LD that doesn't parse: ${text.slice(0, 80)}`];
  }
}
