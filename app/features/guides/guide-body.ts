import MarkdownIt from "markdown-it";

import type { GuideBlock } from "./guide.ts";

const PLACE_LINE = /^::place\{([a-z0-9-]{1,80})\}[ \t]*$/gm;

/** Raw HTML is off, and markdown-it itself refuses `javascript:` and its kin: the body is text, whoever wrote it. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true });

/** The slugs of a body's `::place{slug}` lines, in order. */
export function embeddedPlaces(body: string): string[] {
  return [...body.matchAll(PLACE_LINE)].map(([, slug]) => slug ?? "");
}

/** A guide's Markdown as blocks: HTML between the place lines, and the index of each place. Safe for any text. */
export function guideBlocks(body: string): GuideBlock[] {
  const pieces = body.split(PLACE_LINE);
  // split() with one group alternates text and slug.
  return pieces.flatMap((piece, index): GuideBlock[] => {
    if (index % 2 === 1) return [{ kind: "place", index: (index - 1) / 2 }];
    const html = markdown.render(piece).trim();
    return html === "" ? [] : [{ kind: "html", html }];
  });
}

/** What of a guide for members everybody reads. */
const OPENING_PARAGRAPHS = 2;

/** The paragraphs that a guide's Markdown begins with, up to its first heading or place, two at most. */
export function openingOf(body: string): string {
  const [beginning = ""] = body.split(/^(?:#|::place)/m);
  return beginning
    .split(/\n[ \t]*\n/)
    .slice(0, OPENING_PARAGRAPHS)
    .join("\n\n")
    .trim();
}
