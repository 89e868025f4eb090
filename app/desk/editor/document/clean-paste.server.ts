import { ElementType, parseDocument } from "htmlparser2";

import { type Block, type BlockTag, type List, renderBlocks, type Run } from "./pasted-blocks.ts";

type ChildNode = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<ChildNode, { attribs: unknown }>;

/** HTML from a word processor is mostly styles; a long guide's has 200 KB. */
export const PASTE_CHARACTERS_MAX = 200_000;

/** Deeper than any program nests; what is below keeps its text. */
const DEPTH_MAX = 100;

/** Elements that a guide has, and those that become them. Any other block becomes a paragraph. */
const BLOCK_TAGS: Record<string, BlockTag> = { h1: "h2", h2: "h2", h3: "h3", h4: "h3", h5: "h3", h6: "h3" };

const BLOCKS = new Set(
  (
    "address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul"
  ).split(" "),
);

const WITHOUT_TEXT = new Set(
  "audio canvas head iframe math noscript object option script select style svg template textarea title video xml".split(
    " ",
  ),
);

const MARK_TAGS: Record<string, string> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  cite: "em",
  s: "s",
  del: "s",
  strike: "s",
  code: "code",
  kbd: "code",
  samp: "code",
  tt: "code",
};

/** Between the cells of a row, which become a paragraph. */
const CELL_SEPARATOR = " | ";

/** What holds where text stands. */
type Place = {
  tag: BlockTag;
  marks: ReadonlySet<string>;
  href: string | null;
  lists: readonly List[];
  isQuoted: boolean;
  isPreformatted: boolean;
  depth: number;
};

/**
 * Reduces pasted HTML to what a guide has: two levels of headings, bold, italic, struck and code, nested lists, quotes and
 * links. Understands the markup of Word and Google Docs, and always returns well-formed HTML.
 *
 * @returns Blocks; without any tag around it if what was pasted is a piece of a line.
 */
export function cleanPastedHtml(html: string): string {
  const { children } = parseDocument(html);
  const cleaner = new PasteCleaner();
  cleaner.readAll(children, {
    tag: "p",
    marks: new Set(),
    href: null,
    lists: [],
    isQuoted: false,
    isPreformatted: false,
    depth: 0,
  });
  return renderBlocks(cleaner.end());
}

/** Walks through pasted elements and collects blocks. */
class PasteCleaner {
  readonly #blocks: Block[] = [];
  #runs: Run[] = [];
  #hasBlocks = false;
  /** The item that the next block belongs to, and whether it has begun it. */
  #item: object | null = null;

  end(): { blocks: Block[]; isInline: boolean } {
    const isInline = !this.#hasBlocks;
    this.#flush({ tag: "p", lists: [], isQuoted: false });
    return { blocks: this.#blocks, isInline };
  }

  readAll(nodes: readonly ChildNode[], place: Place): void {
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (node === undefined) continue;
      // Word puts a list's number or bullet between two such comments.
      if (isWordMark(node)) at = endOfWordMark(nodes, at);
      else this.#read(node, place);
    }
  }

  #read(node: ChildNode, place: Place): void {
    if (node.type === ElementType.Text) this.#add(node.data, place);
    else if (!isTag(node) || WITHOUT_TEXT.has(node.name)) return;
    else if (node.name === "br") this.#runs.push({ text: "\n", marks: place.marks, href: place.href });
    else if (place.depth >= DEPTH_MAX) this.#add(textOf(node), place);
    else if (BLOCKS.has(node.name)) this.#readBlock(node, { ...place, depth: place.depth + 1 });
    else if (!isIgnoredByWord(node)) this.readAll(node.children, inlinePlace(node, place));
  }

  #add(text: string, { marks, href, isPreformatted }: Place): void {
    const plain = isPreformatted ? text.replaceAll(/\r\n?/g, "\n") : text.replaceAll(/\s+/g, " ");
    this.#runs.push({ text: plain, marks, href });
  }

  #readBlock(element: Element, outer: Place): void {
    this.#flush(outer);
    this.#hasBlocks = true;
    const { name } = element;
    if (name === "hr") this.#blocks.push({ tag: "hr", runs: [], lists: [], item: null, isQuoted: false });
    else if (name === "ul" || name === "ol") this.#readList(element, name, outer);
    else if (name === "tr") this.#readRow(element, outer);
    else this.#readOther(element, outer);
  }

  #readList(element: Element, tag: "ul" | "ol", outer: Place): void {
    const start = Number.parseInt(element.attribs["start"] ?? "", 10);
    const list: List = { tag, key: element, start: start > 1 ? start : 1 };
    this.#readInside(element, { ...outer, lists: [...outer.lists, list] });
  }

  #readOther(element: Element, outer: Place): void {
    const { name, children } = element;
    const inner: Place = {
      ...outer,
      tag: BLOCK_TAGS[name] ?? (name === "p" || name === "li" || name === "blockquote" ? "p" : outer.tag),
      isQuoted: outer.isQuoted || name === "blockquote",
      isPreformatted: outer.isPreformatted || name === "pre",
    };
    const wordList = inner.tag === "p" ? wordListOf(element) : null;
    if (name !== "li" && wordList === null) return this.#readInside(element, inner);
    const before = this.#item;
    this.#item = element;
    const lists = wordList ?? (outer.lists.length > 0 ? outer.lists : [{ tag: "ul", key: element.parent, start: 1 }]);
    this.readAll(children, { ...inner, lists });
    this.#flush({ ...inner, lists });
    this.#item = before;
  }

  #readInside(element: Element, inner: Place): void {
    this.readAll(element.children, inner);
    this.#flush(inner);
  }

  /** A row of a table is a paragraph; cells may have paragraphs of their own, which become lines. */
  #readRow(row: Element, outer: Place): void {
    const cells = row.children.filter(isTag).filter(({ name }) => name === "td" || name === "th");
    for (const [at, cell] of cells.entries()) {
      if (at > 0) this.#runs.push({ text: CELL_SEPARATOR, marks: new Set(), href: null });
      for (const [line, part] of cell.children.entries()) {
        if (line > 0 && isTag(part) && BLOCKS.has(part.name)) this.#add(" ", outer);
        this.#readCell(part, outer);
      }
    }
    this.#flush(outer);
  }

  #readCell(node: ChildNode, place: Place): void {
    if (!isTag(node) || !BLOCKS.has(node.name)) return this.#read(node, place);
    if (place.depth >= DEPTH_MAX) return this.#add(textOf(node), place);
    for (const child of node.children) this.#readCell(child, { ...place, depth: place.depth + 1 });
    this.#add(" ", place);
  }

  #flush({ tag, lists, isQuoted }: Pick<Place, "tag" | "lists" | "isQuoted">): void {
    const runs = this.#runs;
    this.#runs = [];
    if (runs.every(({ text }) => text.trim() === "")) return;
    this.#blocks.push({ tag, runs, lists, item: lists.length > 0 ? this.#item : null, isQuoted });
  }
}

function isTag(node: ChildNode): node is Element {
  return "attribs" in node;
}

function inlinePlace(element: Element, place: Place): Place {
  const marks = new Set(place.marks);
  const { style = "", href } = element.attribs;
  const mark = MARK_TAGS[element.name];
  if (mark !== undefined) marks.add(mark);
  // Google Docs wraps everything in a <b> with a normal weight. Word's mso-bidi-font-weight is about other scripts.
  const weight = styleOf(style, "font-weight");
  if (/^(?:bold|bolder|[6-9]00)/.test(weight)) marks.add("strong");
  else if (/^(?:normal|lighter|[1-4]00)/.test(weight)) marks.delete("strong");
  const slant = styleOf(style, "font-style");
  if (/^(?:italic|oblique)/.test(slant)) marks.add("em");
  else if (slant.startsWith("normal")) marks.delete("em");
  if (/line-through/.test(styleOf(style, "text-decoration") + styleOf(style, "text-decoration-line"))) marks.add("s");
  const link = element.name === "a" ? safeAddress(href ?? "") : null;
  return { ...place, marks, href: link ?? place.href, depth: place.depth + 1 };
}

/** The value of a property in a style attribute, in lower case; empty if it isn't there. */
function styleOf(style: string, property: string): string {
  for (const part of style.split(";")) {
    const colon = part.indexOf(":");
    if (colon >= 0 && part.slice(0, colon).trim().toLowerCase() === property) {
      return part
        .slice(colon + 1)
        .trim()
        .toLowerCase();
    }
  }
  return "";
}

/** An address that a guide may link to, or null: of the web, a mail address, a phone, or a page of this site. */
function safeAddress(href: string): string | null {
  const address = href.replaceAll(/[\p{Cc} ]/gu, "");
  const isSafe = /^(?:https?:\/\/|mailto:|tel:)/i.test(address) || /^\/(?![/\\])/.test(address);
  return isSafe ? address : null;
}

/* Word: a list item is a paragraph with its level in a style, and its bullet or number as text in front. */

function isWordMark(node: ChildNode): boolean {
  return /\[if\s+!supportLists\]/i.test(conditionOf(node));
}

/** What a conditional comment says, in both of its forms: `<!--[if …]-->` and `<![if …]>`. */
function conditionOf(node: ChildNode): string {
  return node.type === ElementType.Comment || node.type === ElementType.Directive ? node.data : "";
}

/** The index of the node that ends a mark; the mark's own if none does. */
function endOfWordMark(nodes: readonly ChildNode[], from: number): number {
  for (let at = from + 1; at < Math.min(nodes.length, from + MARK_NODES_MAX); at += 1) {
    const node = nodes[at];
    if (node !== undefined && /\[endif\]/i.test(conditionOf(node))) return at;
  }
  return from;
}

/** Word on other systems marks the bullet or number by a style. */
function isIgnoredByWord({ attribs }: Element): boolean {
  return styleOf(attribs["style"] ?? "", "mso-list").startsWith("ignore");
}

/** Lists of Word have no elements: items of one level and kind that follow each other are one list. */
const WORD_LISTS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => ({ ul: { level }, ol: { level } }));

function wordListOf(element: Element): List[] | null {
  const { style = "", class: className = "" } = element.attribs;
  const own = styleOf(style, "mso-list");
  const mark = wordMarkOf(element.children);
  const isItem = own !== "" ? !own.startsWith("none") : /\bMsoList/i.test(className) && mark !== null;
  if (element.name !== "p" || !isItem) return null;
  const level = Math.min(Number(/\blevel(\d)/.exec(own)?.[1] ?? 1), WORD_LISTS.length);
  const number = /^\(?(\d{1,4}|[a-z]|[ivxlc]+)[.)]/i.exec(mark ?? "")?.[1];
  const tag = number === undefined ? "ul" : "ol";
  return WORD_LISTS.slice(0, level).map((keys, at) => ({
    tag: at === level - 1 ? tag : "any",
    key: keys[tag],
    start: Number(number) > 1 ? Number(number) : 1,
  }));
}

/** The bullet or number in front of a paragraph of Word. Null if there is none. */
function wordMarkOf(nodes: readonly ChildNode[]): string | null {
  for (const [at, node] of nodes.entries()) {
    if (isWordMark(node)) {
      const end = endOfWordMark(nodes, at);
      return nodes
        .slice(at + 1, end)
        .map(textOf)
        .join("")
        .trim();
    }
    if (!isTag(node)) continue;
    if (isIgnoredByWord(node)) return textOf(node).trim();
    const inner = BLOCKS.has(node.name) ? null : wordMarkOf(node.children.slice(0, MARK_NODES_MAX));
    if (inner !== null) return inner;
  }
  return null;
}

/** A mark stands at the beginning, in a few nodes. */
const MARK_NODES_MAX = 10;

/** All text in a node, however deep it is nested. */
function textOf(node: ChildNode): string {
  const texts: string[] = [];
  const open: ChildNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === ElementType.Text) texts.push(next.data);
    else if (isTag(next) && !WITHOUT_TEXT.has(next.name)) open.push(...next.children.toReversed());
  }
  return texts.join("").replaceAll(/\s+/g, " ");
}
