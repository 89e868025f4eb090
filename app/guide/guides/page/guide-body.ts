import MarkdownIt, { type Token } from "markdown-it";

import type { GuideBlock } from "./guide.ts";
import { type MentionedPlace, splitAtMentions } from "./place-mentions.ts";
import { guidePictureSrcSet, parseGuidePicturePath } from "../guide-picture.ts";

const PLACE_LINE = /^::place\{([a-z0-9-]{1,80})\}[ \t]*$/gm;
const MEMBERS_LINE = /^::members[ \t]*$/m;

/** Raw HTML is off, and markdown-it rejects `javascript:` and similar URLs, so that any body is safe to render. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true });

/** The width of a guide's text column. */
const PICTURE_SIZES = "(max-width: 767px) 100vw, 642px";

// A picture in its own paragraph becomes a figure with its credit below.
markdown.core.ruler.push("figures", ({ tokens }) => {
  for (const [at, opening] of tokens.entries()) {
    const [inline, closing] = [tokens[at + 1], tokens[at + 2]];
    if (opening.type !== "paragraph_open" || opening.hidden || inline === undefined || closing === undefined) continue;
    const [only, ...others] = inline.children ?? [];
    if (only?.type !== "image" || others.length > 0 || parseGuidePicturePath(String(only.attrGet("src"))) === null)
      continue;
    opening.tag = "figure";
    closing.tag = "figure";
    only.meta = { isFigure: true };
  }
});

// Only uploaded pictures are shown. Pictures of other sites become links, because loading them would reveal who reads.
markdown.renderer.rules["image"] = (tokens, at, options, env, renderer) => {
  const { escapeHtml } = markdown.utils;
  const token = tokens[at];
  if (token === undefined) return "";
  const alt = escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env));
  const source = String(token.attrGet("src") ?? "");
  const picture = parseGuidePicturePath(source);
  if (picture === null) return source === "" ? alt : `<a href="${escapeHtml(source)}">${alt}</a>`;
  const { width, height } = picture;
  const image =
    `<img src="${escapeHtml(source)}" srcset="${guidePictureSrcSet(picture)}" sizes="${PICTURE_SIZES}" ` +
    `alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  const credit = String(token.attrGet("title") ?? "");
  const hasCaption = token.meta?.["isFigure"] === true && credit.trim() !== "";
  return hasCaption ? `${image}<figcaption>${escapeHtml(credit)}</figcaption>` : image;
};

/** The places that a guide's text links, and those that it has linked already. */
type PlaceLinks = { places: readonly MentionedPlace[]; linked: Set<string> };

/** By the environment of a rendering, which is how a rule gets what was passed in. */
const placeLinksOf = new WeakMap<object, PlaceLinks>();

// The first mention of each of a guide's places links to it, except in headings and in other links.
markdown.core.ruler.push("place-links", ({ tokens, env, Token }) => {
  const links = placeLinksOf.get(env);
  if (links === undefined) return;
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "inline" || tokens[at - 1]?.type === "heading_open") continue;
    let linkDepth = 0;
    token.children = (token.children ?? []).flatMap((child) => {
      if (child.type === "link_open") linkDepth += 1;
      if (child.type === "link_close") linkDepth -= 1;
      return child.type === "text" && linkDepth === 0 ? linkPlaces(child, links, Token) : [child];
    });
  }
});

function linkPlaces(text: Token, { places, linked }: PlaceLinks, NewToken: typeof Token): Token[] {
  return splitAtMentions(text.content, places).flatMap((piece) => {
    const words = Object.assign(new NewToken("text", "", 0), { content: piece.text, level: text.level });
    if (piece.slug === null || linked.has(piece.slug)) return [words];
    linked.add(piece.slug);
    const opening = new NewToken("link_open", "a", 1);
    opening.attrSet("href", `/places/${piece.slug}`);
    return [opening, words, new NewToken("link_close", "a", -1)];
  });
}

/** Renders Markdown without place lines, as a guide's page shows it. */
export function renderProse(text: string, placeLinks?: PlaceLinks): string {
  const env = {};
  if (placeLinks !== undefined) placeLinksOf.set(env, placeLinks);
  return markdown.render(text, env).trim();
}

export type ProseBlock = { html: string; lines: { from: number; to: number } };

/** The top-level blocks of Markdown without place lines. `lines` counts from 0; `to` is exclusive. */
export function renderProseBlocks(text: string): ProseBlock[] {
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
export function placeSlugsInText(body: string): string[] {
  return [...body.matchAll(PLACE_LINE)].map(([, slug]) => slug ?? "");
}

/**
 * Splits a guide's Markdown into HTML blocks and place blocks. The HTML is safe for any input.
 *
 * @param places Linked where the text first mentions them.
 */
export function renderGuideBlocks(body: string, places: readonly MentionedPlace[] = []): GuideBlock[] {
  const placeLinks = { places, linked: new Set<string>() };
  const pieces = body.replaceAll(new RegExp(MEMBERS_LINE, "gm"), "").split(PLACE_LINE);
  // split() with one group alternates text and slug.
  return pieces.flatMap((piece, index): GuideBlock[] => {
    if (index % 2 === 1) return [{ kind: "place", index: (index - 1) / 2 }];
    const html = renderProse(piece, placeLinks);
    return html === "" ? [] : [{ kind: "html", html }];
  });
}

/** How many paragraphs of a members' guide everyone can read if it has no `::members` line. */
const OPENING_PARAGRAPHS = 2;

/**
 * The part of a members' guide that everyone can read: all above its `::members` line. Without that line, its first
 * paragraphs up to the first heading or place, two at most.
 */
export function publicOpening(body: string): string {
  const [opening, ...rest] = body.split(MEMBERS_LINE);
  if (opening !== undefined && rest.length > 0) return opening.trim();
  const [beginning = ""] = body.split(/^(?:#|::place)/m);
  return beginning
    .split(/\n[ \t]*\n/)
    .slice(0, OPENING_PARAGRAPHS)
    .join("\n\n")
    .trim();
}

/** Whether a `::members` line marks the start of the members' part. */
export function hasMembersLine(body: string): boolean {
  return MEMBERS_LINE.test(body);
}
