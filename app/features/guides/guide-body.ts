import MarkdownIt from "markdown-it";

import type { GuideBlock } from "./guide.ts";
import { guidePictureSources, readGuidePicture } from "./guide-picture.ts";

const PLACE_LINE = /^::place\{([a-z0-9-]{1,80})\}[ \t]*$/gm;
const MEMBERS_LINE = /^::members[ \t]*$/m;

/** Raw HTML is off, and markdown-it itself refuses `javascript:` and its kin: the body is text, whoever wrote it. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true });

/** As wide as the column of a guide. */
const PICTURE_SIZES = "(max-width: 767px) 100vw, 642px";

// A picture that stands alone is a figure, with whose it is below.
markdown.core.ruler.push("figures", ({ tokens }) => {
  for (const [at, opening] of tokens.entries()) {
    const [inline, closing] = [tokens[at + 1], tokens[at + 2]];
    if (opening.type !== "paragraph_open" || opening.hidden || inline === undefined || closing === undefined) continue;
    const [only, ...others] = inline.children ?? [];
    if (only?.type !== "image" || others.length > 0 || readGuidePicture(String(only.attrGet("src"))) === null) continue;
    opening.tag = "figure";
    closing.tag = "figure";
    only.meta = { isFigure: true };
  }
});

// Pictures come from here, where somebody has said what they show; another site would learn who reads. So those are links.
markdown.renderer.rules["image"] = (tokens, at, options, env, renderer) => {
  const { escapeHtml } = markdown.utils;
  const token = tokens[at];
  if (token === undefined) return "";
  const alt = escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env));
  const address = String(token.attrGet("src") ?? "");
  const picture = readGuidePicture(address);
  if (picture === null) return address === "" ? alt : `<a href="${escapeHtml(address)}">${alt}</a>`;
  const { width, height } = picture;
  const image =
    `<img src="${escapeHtml(address)}" srcset="${guidePictureSources(picture)}" sizes="${PICTURE_SIZES}" ` +
    `alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  const credit = String(token.attrGet("title") ?? "");
  const hasCaption = token.meta?.["isFigure"] === true && credit.trim() !== "";
  return hasCaption ? `${image}<figcaption>${escapeHtml(credit)}</figcaption>` : image;
};

/** A text without places as HTML, as a guide's page shows it. */
export function proseHtml(text: string): string {
  return markdown.render(text).trim();
}

export type ProseBlock = { html: string; lines: { from: number; to: number } };

/** The outermost blocks of a text without places, and on which lines each stands, counted from 0, the last left out. */
export function proseBlocks(text: string): ProseBlock[] {
  const env = {};
  const tokens = markdown.parse(text, env);
  const starts = [...tokens.keys()].filter((at) => tokens[at]?.level === 0 && tokens[at].nesting >= 0);
  return starts.flatMap((start, index) => {
    const map = tokens[start]?.map;
    if (map === null || map === undefined) return [];
    const html = markdown.renderer.render(tokens.slice(start, starts[index + 1]), markdown.options, env);
    return [{ html, lines: { from: map[0], to: map[1] } }];
  });
}

/** The slugs of a body's `::place{slug}` lines, in order. */
export function embeddedPlaces(body: string): string[] {
  return [...body.matchAll(PLACE_LINE)].map(([, slug]) => slug ?? "");
}

/** A guide's Markdown as blocks: HTML between the place lines, and the index of each place. Safe for any text. */
export function guideBlocks(body: string): GuideBlock[] {
  const pieces = body.replaceAll(new RegExp(MEMBERS_LINE, "gm"), "").split(PLACE_LINE);
  // split() with one group alternates text and slug.
  return pieces.flatMap((piece, index): GuideBlock[] => {
    if (index % 2 === 1) return [{ kind: "place", index: (index - 1) / 2 }];
    const html = proseHtml(piece);
    return html === "" ? [] : [{ kind: "html", html }];
  });
}

/** What of a guide for members everybody reads, where no line says it. */
const OPENING_PARAGRAPHS = 2;

/**
 * What everybody reads of a guide for members: all above its `::members` line. Without one, the paragraphs that it begins
 * with, up to its first heading or place, two at most.
 */
export function openingOf(body: string): string {
  const [above, ...below] = body.split(MEMBERS_LINE);
  if (above !== undefined && below.length > 0) return above.trim();
  const [beginning = ""] = body.split(/^(?:#|::place)/m);
  return beginning
    .split(/\n[ \t]*\n/)
    .slice(0, OPENING_PARAGRAPHS)
    .join("\n\n")
    .trim();
}

/** Whether a line of the text says where the part for members begins. */
export function hasMembersLine(body: string): boolean {
  return MEMBERS_LINE.test(body);
}
