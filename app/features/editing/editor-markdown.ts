import type { JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";

import { guideBlocks, proseBlocks, proseHtml } from "#app/features/guides/guide-body.ts";
import { readGuidePicture } from "#app/features/guides/guide-picture.ts";

import { editorSchema, PLAIN_NODES } from "./editor-schema.ts";
import { address, writeBlock, writePicture } from "./write-markdown.ts";

const PLACE_LINE = /^::place\{([a-z0-9-]{1,80})\}[ \t]*$/;
const MEMBERS_LINE = /^::members[ \t]*$/;
const PICTURE_LINE = /^!\[((?:[^\]\\]|\\.)*)\]\((\S+?)(?:\s+"((?:[^"\\]|\\.)*)")?\)\s*$/;

const BLOCKS = new Set([
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "listItem",
  "blockquote",
  "horizontalRule",
]);
const INLINE = new Set(["text", "hardBreak"]);
const MARKS = new Set(["bold", "italic", "strike", "code", "link"]);

const manager = new MarkdownManager({ extensions: editorSchema(PLAIN_NODES) });
// A guide's page makes no links of bare addresses, so the editor doesn't either.
manager.instance.use({ tokenizer: { url: () => undefined } });

/**
 * A guide's Markdown as the editor shows it. Each block is taken over only if, written back, it shows readers the very same;
 * any other is kept as it stands, in a block that the editor doesn't look into.
 */
export function toEditor(body: string): JSONContent {
  const content = piecesOf(body).flatMap((piece) =>
    typeof piece === "string" ? proseNodes(piece) : [{ type: "place", attrs: { slug: piece.slug } }],
  );
  return { type: "doc", content: content.length === 0 ? [{ type: "paragraph" }] : content };
}

/** What stands in the editor as Markdown. Formats that Markdown can't hold where they stand are left out, never words. */
export function fromEditor(document: JSONContent): string {
  const nodes = document.content ?? [];
  return nodes
    .map((node, index) => writeSafely(node, nodes[index - 1] ?? null))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

function writeSafely(node: JSONContent, before: JSONContent | null): string {
  const written = writeBlock(node, before);
  if (!BLOCKS.has(node.type ?? "") || wordsOf(toEditor(written).content ?? []) === wordsOf([node])) return written;
  const plain = writeBlock(withoutMarks(node), before);
  return wordsOf(toEditor(plain).content ?? []) === wordsOf([withoutMarks(node)]) ? plain : written;
}

/** As guide-body.ts parts a text: at each place, and nowhere else. */
function piecesOf(body: string): (string | { slug: string })[] {
  const pieces: (string | { slug: string })[] = [];
  let prose: string[] = [];
  for (const line of body.split("\n")) {
    const [, slug] = PLACE_LINE.exec(line) ?? [];
    if (slug === undefined) {
      prose.push(line);
    } else {
      pieces.push(prose.join("\n"), { slug });
      prose = [];
    }
  }
  return [...pieces, prose.join("\n")];
}

function proseNodes(prose: string): JSONContent[] {
  if (prose.trim() === "") return [];
  const lines = prose.split("\n");
  const blank = lines.map((line) => (MEMBERS_LINE.test(line) ? "" : line)).join("\n");
  const nodes: JSONContent[] = [];
  let at = 0;
  for (const { html, lines: block } of proseBlocks(blank)) {
    nodes.push(...gapNodes(lines.slice(at, block.from)));
    const source = lines.slice(block.from, block.to);
    while (source.length > 0 && isBlank(source.at(-1) ?? "")) source.pop();
    nodes.push(...blockNodes(source.join("\n").trimEnd(), html));
    // A list or a fence may end in lines that are blank, or say that the part for members begins.
    at = block.from + source.length;
  }
  nodes.push(...gapNodes(lines.slice(at)));
  const written = fromNodes(nodes);
  return shown(written) === shown(prose) ? nodes : [kept(prose)];
}

/** The line where the part for members begins is a blank one to Markdown. */
function isBlank(line: string): boolean {
  return line.trim() === "" || MEMBERS_LINE.test(line);
}

/** Between blocks stand blank lines, the line where the part for members begins, and addresses of links named elsewhere. */
function gapNodes(lines: readonly string[]): JSONContent[] {
  const nodes: JSONContent[] = [];
  let named: string[] = [];
  const close = () => {
    if (named.some((line) => line.trim() !== "")) nodes.push(kept(named.join("\n")));
    named = [];
  };
  for (const line of lines) {
    if (MEMBERS_LINE.test(line)) {
      close();
      nodes.push({ type: "membersBreak" });
    } else {
      named.push(line);
    }
  }
  close();
  return nodes;
}

function blockNodes(source: string, html: string): JSONContent[] {
  const picture = pictureNode(source);
  const read = picture === null ? parsed(source) : [picture];
  const isWhole = read !== null && same(proseHtml(source)) === same(html) && shown(fromNodes(read)) === same(html);
  return isWhole ? read : [kept(source)];
}

function pictureNode(source: string): JSONContent | null {
  const [, alt = "", src = "", credit = ""] = PICTURE_LINE.exec(source) ?? [];
  if (readGuidePicture(src) === null) return null;
  const plain = (text: string) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  const attrs = { src, alt: plain(alt), title: plain(credit) };
  return writePicture({ src, alt: attrs.alt, credit: attrs.title }) === "" ? null : { type: "picture", attrs };
}

/** Null when the editor has no tools for all of it. */
function parsed(source: string): JSONContent[] | null {
  const nodes = (readByMarked(source) ?? []).map(withoutLineEnds);
  return nodes.length > 0 && nodes.every((node) => isKnown(node, BLOCKS)) ? nodes : null;
}

/** marked trips over some texts that nobody writes, such as a quote that is a list's number and a tab. */
function readByMarked(source: string): JSONContent[] | null {
  try {
    return manager.parse(source).content ?? [];
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isKnown(node: JSONContent, known: ReadonlySet<string>): boolean {
  const { type = "", content = [], marks = [] } = node;
  if (!known.has(type) || !marks.every((mark) => MARKS.has(mark.type))) return false;
  if (type === "heading" && ![2, 3].includes(Number(node.attrs?.["level"]))) return false;
  if (type === "listItem" && content[0]?.type !== "paragraph") return false;
  const inside = type === "paragraph" || type === "heading" ? INLINE : BLOCKS;
  return content.every((child) => isKnown(child, inside));
}

/** Where a line ends in Markdown is a space. */
function withoutLineEnds(node: JSONContent): JSONContent {
  if (node.text !== undefined) return { ...node, text: node.text.replaceAll(/\s*\n\s*|\t/g, " ") };
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutLineEnds) };
}

function withoutMarks({ marks: _marks, ...node }: JSONContent): JSONContent {
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutMarks) };
}

const kept = (source: string): JSONContent => ({
  type: "kept",
  attrs: { source: source.replaceAll(/^\n+|\s+$/g, "") },
});

function fromNodes(nodes: readonly JSONContent[]): string {
  return nodes
    .map((node, index) => writeBlock(node, nodes[index - 1] ?? null))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** What readers are shown, and where the part for members begins; how a line was broken makes no difference. */
function shown(body: string): string {
  return body
    .split(/^::members[ \t]*$/m)
    .map((part) =>
      same(
        guideBlocks(part)
          .map((block) => (block.kind === "html" ? block.html : `[${block.index}]`))
          .join(" "),
      ),
    )
    .join("::members");
}

function same(html: string): string {
  // An unclosed fence ends where the text does, with however many empty lines.
  const flat = html.replaceAll(/\s+/g, " ").replaceAll(/(<pre><code[^>]*>) | (<\/code><\/pre>)/g, "$1$2");
  return flat.replaceAll(/\s*(<[^>]*>)\s*/g, (whole, tag: string) => (isInline(tag) ? whole : tag)).trim();
}

/** Around these a space is one. */
function isInline(tag: string): boolean {
  return /^<\/?(?:a|em|strong|s|code)\b/.test(tag);
}

/** Nodes as text to compare by: pieces with the same marks are one, spaces at the ends are none. */
function wordsOf(nodes: readonly JSONContent[]): string {
  return JSON.stringify(nodes.map(canonical));
}

function canonical(node: JSONContent): unknown {
  const inline = node.type === "paragraph" || node.type === "heading";
  const level: unknown = node.attrs?.["level"] ?? node.attrs?.["start"] ?? null;
  if (!inline) return [node.type, level, node.attrs?.["source"] ?? null, (node.content ?? []).map(canonical)];
  const letters = (node.content ?? []).flatMap(({ type, text = "", marks = [] }) => {
    const worn = marks.map((mark) => `${mark.type}${address(String(mark.attrs?.["href"] ?? ""))}`).toSorted();
    return type === "hardBreak"
      ? ["\n"]
      : [...text.replaceAll(/\s+/g, " ")].map((letter) => (letter === " " ? " " : `${letter}${worn.join("")}`));
  });
  return [node.type, node.type === "heading" ? level : null, trimmed(letters).join("\u0000")];
}

/** Without the spaces at both ends. */
function trimmed(letters: string[]): string[] {
  const isSpace = (letter: string) => letter === " " || letter === "\n";
  const first = letters.findIndex((letter) => !isSpace(letter));
  return first === -1 ? [] : letters.slice(first, letters.findLastIndex((letter) => !isSpace(letter)) + 1);
}
