import type { JSONContent } from "@tiptap/core";

/** Outermost marks first. */
const MARKS: readonly { type: string; around: string }[] = [
  { type: "bold", around: "**" },
  { type: "italic", around: "*" },
  { type: "strike", around: "~~" },
];

type Mark = { type: string; href: string; title: string };
type Piece = { text: string; marks: Mark[]; isBreak: boolean };

/** Writes an editor block as Markdown. `before`: the block above it, so that two adjacent lists stay separate. */
export function blockToMarkdown(node: JSONContent, before: JSONContent | null = null): string {
  const content = node.content ?? [];
  switch (node.type) {
    case "paragraph":
      return lineStarts(writeInline(content));
    case "heading":
      return `${"#".repeat(Number(node.attrs?.["level"] ?? 2))} ${writeInline(content).replaceAll("\\\n", " ").replace(/(#+)$/, "\\$1")}`;
    case "blockquote":
      return indented(blocksToMarkdown(content), "> ", "> ");
    case "bulletList":
    case "orderedList":
      return writeList(node, before);
    case "horizontalRule":
      return "---";
    case "place":
      return `::place{${attribute(node, "slug")}}`;
    case "membersBreak":
      return "::members";
    case "picture":
      return pictureToMarkdown({
        src: attribute(node, "src"),
        alt: attribute(node, "alt"),
        credit: attribute(node, "title"),
      });
    case "opaque":
      return attribute(node, "source");
    default:
      throw new Error(`The editor has no block called ${node.type}`);
  }
}

export function blocksToMarkdown(nodes: readonly JSONContent[]): string {
  return nodes
    .map((node, index) => blockToMarkdown(node, nodes[index - 1] ?? null))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
}

export function pictureToMarkdown({ src, alt, credit }: { src: string; alt: string; credit: string }): string {
  const title = credit === "" ? "" : ` "${oneLine(credit).replaceAll(/["\\]/g, "\\$&")}"`;
  return `![${oneLine(alt).replaceAll(/[[\]\\*_`~<&]/g, "\\$&")}](${src}${title})`;
}

function writeList(list: JSONContent, before: JSONContent | null): string {
  const isSecond = before?.type === list.type;
  const start = Number(list.attrs?.["start"] ?? 1);
  const items = list.content ?? [];
  const texts = items.map((item, index) => {
    const marker = list.type === "bulletList" ? (isSecond ? "*" : "-") : `${start + index}${isSecond ? ")" : "."}`;
    const blocks = item.content ?? [];
    const isLoose = blocks.filter(({ type }) => type === "paragraph").length > 1;
    const inside = isLoose
      ? blocksToMarkdown(blocks)
      : blocks.map((block, at) => blockToMarkdown(block, blocks[at - 1] ?? null)).join("\n");
    return indented(inside, `${marker} `, " ".repeat(marker.length + 1));
  });
  return texts.join("\n");
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? first + line : line === "" && rest.trim() === "" ? "" : rest + line).trimEnd())
    .join("\n");
}

function writeInline(content: readonly JSONContent[]): string {
  const pieces = withSpacesOutside(content.map(pieceOf));
  let open: Mark[] = [];
  let text = "";
  for (const piece of pieces) {
    const marks = piece.isBreak ? open : piece.marks;
    const shared = sharedCount(open, marks);
    text += open.slice(shared).toReversed().map(closing).join("");
    text += marks.slice(shared).map(opening).join("");
    open = marks;
    text += piece.isBreak
      ? "\\\n"
      : marks.some(({ type }) => type === "code")
        ? codeSpan(piece.text)
        : escaped(piece.text);
  }
  text += open.toReversed().map(closing).join("");
  return text.replaceAll(/(?:\\\n)+$/g, "").trim();
}

function pieceOf({ type, text = "", marks = [] }: JSONContent): Piece {
  if (type === "hardBreak") return { text: "", marks: [], isBreak: true };
  const order = ["link", ...MARKS.map((mark) => mark.type), "code"];
  const own = marks.map((mark) => ({
    type: mark.type,
    href: String(mark.attrs?.["href"] ?? ""),
    title: String(mark.attrs?.["title"] ?? ""),
  }));
  return {
    text: oneLine(text),
    marks: own.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type)),
    isBreak: false,
  };
}

/** Moves spaces out of marks: "**bold **" isn't bold in Markdown. */
function withSpacesOutside(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text) ?? [];
    if (piece.isBreak || piece.marks.length === 0 || (before === "" && after === "")) return [piece];
    const links = piece.marks.filter(({ type }) => type === "link");
    const plain = (text: string): Piece => ({ text, marks: inner === "" ? [] : links, isBreak: false });
    return [plain(before), { ...piece, text: inner }, plain(after)].filter(({ text }) => text !== "");
  });
}

function sharedCount(open: readonly Mark[], marks: readonly Mark[]): number {
  const different = open.findIndex((mark, at) => JSON.stringify(mark) !== JSON.stringify(marks[at]));
  return different === -1 ? open.length : different;
}

function opening({ type }: Mark): string {
  return type === "link" ? "[" : (MARKS.find((mark) => mark.type === type)?.around ?? "");
}

function closing(mark: Mark): string {
  if (mark.type !== "link") return opening(mark);
  const title = mark.title === "" ? "" : ` "${mark.title.replaceAll(/["\\]/g, "\\$&")}"`;
  return `](${escapeLinkUrl(mark.href)}${title})`;
}

/** Escapes characters that would end the link. */
export function escapeLinkUrl(href: string): string {
  return href.replaceAll(/[\s<>()\\"]/g, (letter) =>
    encodeURIComponent(letter).replace("(", "%28").replace(")", "%29"),
  );
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + room + text + room + fence;
}

/** Escapes Markdown's special characters, except underscores within words. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\*[\]`~]|<(?=[a-z/!?])|&(?=#?\w+;)/gi, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

/** Escapes line starts that would become a heading, list, quote, rule, table, place or members line. */
function lineStarts(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .trimStart()
        .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|\||=+\s*$|-[-\s]*$|:)/, "\\")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2"),
    )
    .join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

function attribute(node: JSONContent, name: string): string {
  const value: unknown = node.attrs?.[name];
  return typeof value === "string" ? value : "";
}
