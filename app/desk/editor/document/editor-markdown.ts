import type { JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";

import { renderGuideBlocks, renderProseBlocks, renderProse } from "#app/guide/guides/page/guide-body.ts";
import { parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";

import { editorSchema, UNSTYLED_NODES } from "./editor-schema.ts";
import { escapeLinkUrl, blockToMarkdown, pictureToMarkdown } from "./write-markdown.ts";

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

const manager = new MarkdownManager({ extensions: editorSchema(UNSTYLED_NODES) });
// A guide's page doesn't link bare URLs, so the editor doesn't either.
manager.instance.use({ tokenizer: { url: () => undefined } });

/**
 * Converts a guide's Markdown to an editor document. A block becomes editable only if writing it back renders the same HTML.
 * Any other block is preserved verbatim in an opaque node.
 */
export function markdownToEditor(body: string): JSONContent {
  const content = splitAtPlaces(body).flatMap((piece) =>
    typeof piece === "string" ? proseNodes(piece) : [{ type: "place", attrs: { slug: piece.slug } }],
  );
  return { type: "doc", content: content.length === 0 ? [{ type: "paragraph" }] : content };
}

/** Converts an editor document to Markdown. Formatting that Markdown can't express at its position is dropped, but no text. */
export function editorToMarkdown(document: JSONContent): string {
  const nodes = document.content ?? [];
  return nodes
    .map((node, index) => writeSafely(node, nodes[index - 1] ?? null))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

function writeSafely(node: JSONContent, before: JSONContent | null): string {
  const written = blockToMarkdown(node, before);
  if (!BLOCKS.has(node.type ?? "") || serialized(markdownToEditor(written).content ?? []) === serialized([node]))
    return written;
  const plain = blockToMarkdown(withoutMarks(node), before);
  return serialized(markdownToEditor(plain).content ?? []) === serialized([withoutMarks(node)]) ? plain : written;
}

/** Splits at each place line, like guide-body.ts. */
function splitAtPlaces(body: string): (string | { slug: string })[] {
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
  for (const { html, lines: block } of renderProseBlocks(blank)) {
    nodes.push(...gapNodes(lines.slice(at, block.from)));
    const source = lines.slice(block.from, block.to);
    while (source.length > 0 && isBlank(source.at(-1) ?? "")) source.pop();
    nodes.push(...blockNodes(source.join("\n").trimEnd(), html));
    // A list or a fence may end in blank lines or a ::members line.
    at = block.from + source.length;
  }
  nodes.push(...gapNodes(lines.slice(at)));
  const written = fromNodes(nodes);
  return rendered(written) === rendered(prose) ? nodes : [opaque(prose)];
}

/** Markdown treats the ::members line as blank. */
function isBlank(line: string): boolean {
  return line.trim() === "" || MEMBERS_LINE.test(line);
}

/** Converts lines between blocks: blank lines, the ::members line, and link reference definitions. */
function gapNodes(lines: readonly string[]): JSONContent[] {
  const nodes: JSONContent[] = [];
  let definitions: string[] = [];
  const close = () => {
    if (definitions.some((line) => line.trim() !== "")) nodes.push(opaque(definitions.join("\n")));
    definitions = [];
  };
  for (const line of lines) {
    if (MEMBERS_LINE.test(line)) {
      close();
      nodes.push({ type: "membersBreak" });
    } else {
      definitions.push(line);
    }
  }
  close();
  return nodes;
}

function blockNodes(source: string, html: string): JSONContent[] {
  const picture = pictureNode(source);
  const read = picture === null ? parsed(source) : [picture];
  const expected = normalized(html);
  const isWhole =
    read !== null && normalized(renderProse(source)) === expected && rendered(fromNodes(read)) === expected;
  return isWhole ? read : [opaque(source)];
}

function pictureNode(source: string): JSONContent | null {
  const [, alt = "", src = "", credit = ""] = PICTURE_LINE.exec(source) ?? [];
  if (parseGuidePicturePath(src) === null) return null;
  const plain = (text: string) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  const attrs = { src, alt: plain(alt), title: plain(credit) };
  return pictureToMarkdown({ src, alt: attrs.alt, credit: attrs.title }) === "" ? null : { type: "picture", attrs };
}

/** Null when the editor doesn't support all of it. */
function parsed(source: string): JSONContent[] | null {
  const nodes = (readByMarked(source) ?? []).map(withoutLineEnds);
  return nodes.length > 0 && nodes.every((node) => isSupported(node, BLOCKS)) ? nodes : null;
}

/** marked throws on some unusual texts, such as a quote that consists of a list number and a tab. */
function readByMarked(source: string): JSONContent[] | null {
  try {
    return manager.parse(source).content ?? [];
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isSupported(node: JSONContent, supported: ReadonlySet<string>): boolean {
  const { type = "", content = [], marks = [] } = node;
  if (!supported.has(type) || !marks.every((mark) => MARKS.has(mark.type))) return false;
  if (type === "heading" && ![2, 3].includes(Number(node.attrs?.["level"]))) return false;
  if (type === "listItem" && content[0]?.type !== "paragraph") return false;
  const inside = type === "paragraph" || type === "heading" ? INLINE : BLOCKS;
  return content.every((child) => isSupported(child, inside));
}

/** A line end within a paragraph is a space in Markdown. */
function withoutLineEnds(node: JSONContent): JSONContent {
  if (node.text !== undefined) return { ...node, text: node.text.replaceAll(/\s*\n\s*|\t/g, " ") };
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutLineEnds) };
}

function withoutMarks({ marks: _marks, ...node }: JSONContent): JSONContent {
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutMarks) };
}

const opaque = (source: string): JSONContent => ({
  type: "opaque",
  attrs: { source: source.replaceAll(/^\n+|\s+$/g, "") },
});

function fromNodes(nodes: readonly JSONContent[]): string {
  return nodes
    .map((node, index) => blockToMarkdown(node, nodes[index - 1] ?? null))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

/** The HTML that readers see, with the position of the members' part. Line breaks within a paragraph make no difference. */
function rendered(body: string): string {
  return body
    .split(/^::members[ \t]*$/m)
    .map((part) =>
      normalized(
        renderGuideBlocks(part)
          .map((block) => (block.kind === "html" ? block.html : `[${block.index}]`))
          .join(" "),
      ),
    )
    .join("::members");
}

function normalized(html: string): string {
  // An unclosed fence ends with the text, with any number of empty lines.
  const flat = html.replaceAll(/\s+/g, " ").replaceAll(/(<pre><code[^>]*>) | (<\/code><\/pre>)/g, "$1$2");
  return flat.replaceAll(/\s*(<[^>]*>)\s*/g, (whole, tag: string) => (isInline(tag) ? whole : tag)).trim();
}

/** Whitespace around these tags is significant. */
function isInline(tag: string): boolean {
  return /^<\/?(?:a|em|strong|s|code)\b/.test(tag);
}

/** Serializes nodes for comparison: adjacent text with the same marks is merged, and spaces at the ends are ignored. */
function serialized(nodes: readonly JSONContent[]): string {
  return JSON.stringify(nodes.map(canonical));
}

function canonical(node: JSONContent): unknown {
  const inline = node.type === "paragraph" || node.type === "heading";
  const level: unknown = node.attrs?.["level"] ?? node.attrs?.["start"] ?? null;
  if (!inline) return [node.type, level, node.attrs?.["source"] ?? null, (node.content ?? []).map(canonical)];
  const letters = (node.content ?? []).flatMap(({ type, text = "", marks = [] }) => {
    const markNames = marks
      .map((mark) => `${mark.type}${escapeLinkUrl(String(mark.attrs?.["href"] ?? ""))}`)
      .toSorted();
    return type === "hardBreak"
      ? ["\n"]
      : [...text.replaceAll(/\s+/g, " ")].map((letter) => (letter === " " ? " " : `${letter}${markNames.join("")}`));
  });
  return [node.type, node.type === "heading" ? level : null, trimmed(letters).join("\u0000")];
}

/** Removes spaces at both ends. */
function trimmed(letters: string[]): string[] {
  const isSpace = (letter: string) => letter === " " || letter === "\n";
  const first = letters.findIndex((letter) => !isSpace(letter));
  return first === -1 ? [] : letters.slice(first, letters.findLastIndex((letter) => !isSpace(letter)) + 1);
}
