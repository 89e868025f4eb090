import sanitizeHtml from "sanitize-html";

/** HTML from a word processor is mostly styles; a long guide's has 200 KB. */
export const PASTE_CHARACTERS_MAX = 200_000;

/** Blocks that a guide doesn't support. They become paragraphs. */
const PARAGRAPH_LIKE = [
  "address",
  "article",
  "aside",
  "caption",
  "center",
  "dd",
  "details",
  "div",
  "dt",
  "figcaption",
  "figure",
  "footer",
  "form",
  "header",
  "main",
  "nav",
  "pre",
  "section",
  "summary",
  "tr",
];

/**
 * Reduces pasted or imported HTML to what a guide supports: two levels of headings, bold, italic, lists, quotes and links.
 * Understands the markup of Word and Google Docs.
 */
export function cleanPastedHtml(html: string): string {
  const clean = sanitizeHtml(cellsAndLines(spanMarks(wordLists(html))), {
    allowedTags: ["p", "h2", "h3", "strong", "em", "s", "code", "a", "ul", "ol", "li", "blockquote", "br", "hr"],
    allowedAttributes: { a: ["href", "title"], ol: ["start"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    nonTextTags: [
      "style",
      "script",
      "textarea",
      "option",
      "noscript",
      "title",
      "head",
      "template",
      "iframe",
      "object",
      "svg",
      "math",
    ],
    nestingLimit: 30,
    transformTags: {
      ...Object.fromEntries(PARAGRAPH_LIKE.map((tag) => [tag, "p"])),
      h1: "h2",
      h4: "h3",
      h5: "h3",
      h6: "h3",
      i: "em",
      del: "s",
      strike: "s",
      // Google Docs wraps everything in a <b> with a normal font weight.
      b: (_tag, { style = "" }) => ({ tagName: isPlain(style) ? "span" : "strong", attribs: {} }),
    },
    // Word processors use empty paragraphs as spacing.
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      ["p", "h2", "h3", "li", "strong", "em", "s", "a", "blockquote"].includes(tag) &&
      text.replaceAll(/[\s\u00A0]/g, "") === "" &&
      mediaChildren.length === 0,
  });
  return flatParagraphs(clean).replaceAll("\u00A0", " ").trim();
}

/** Separates table cells by spaces, and lines of preformatted text by line breaks. */
function cellsAndLines(html: string): string {
  let isPre = false;
  return html
    .replaceAll(/(<t[dh]\b[^<>]{0,2000}>)\s*<p\b[^<>]{0,2000}>/gi, "$1")
    .replaceAll(/<\/p>\s*<\/t[dh]>/gi, " ")
    .replaceAll(/<\/t[dh]>/gi, " ")
    .split(/(<\/?pre\b[^<>]{0,2000}>)/i)
    .map((part, at) => {
      if (at % 2 === 1) isPre = !part.startsWith("</");
      return isPre && at % 2 === 0 ? part.trim().replaceAll(/\r?\n/g, "<br>") : part;
    })
    .join("");
}

const BLOCK_TAG = /^<\/?(?:p|h2|h3|ul|ol|li|blockquote|hr)\b/;

/** HTML has no nested paragraphs: closes each paragraph where the next block begins, and removes empty ones. */
function flatParagraphs(clean: string): string {
  let isOpen = false;
  const parts = clean.split(/(<[^<>]*>)/).map((part) => {
    if (!BLOCK_TAG.test(part)) return part;
    const end = isOpen && part !== "</p>" ? "</p>" : "";
    const isStray = part === "</p>" && !isOpen;
    isOpen = part === "<p>";
    return isStray ? "" : end + part;
  });
  return parts
    .join("")
    .replaceAll(/<p>(?:\s|<br \/>)*<\/p>/g, "")
    .replaceAll(BETWEEN_BLOCKS, "$1");
}

/** Whitespace between two blocks, which would become a paragraph in the editor. */
const BETWEEN_BLOCKS =
  /(<\/(?:p|h2|h3|ul|ol|li|blockquote)>|<hr \/>|<(?:ul|ol|blockquote)>)\s+(?=<\/?(?:p|h2|h3|ul|ol|li|blockquote|hr)\b)/g;

function isPlain(style: string): boolean {
  return /font-weight:\s*(?:normal|[1-4]00)/i.test(style);
}

/** The length limit is more than any program writes. */
const SPAN_TAG = /(<span\b[^<>]{0,2000}>|<\/span>)/i;

/** Replaces styled spans by tags such as <strong>. A span may be bold and italic at once. */
function spanMarks(html: string): string {
  const ends: string[] = [];
  const parts = html.split(SPAN_TAG).map((part, at) => {
    if (at % 2 === 0) return part;
    if (part.startsWith("</")) return ends.pop() ?? "";
    const marks = marksOf(part);
    ends.push(
      marks
        .map((mark) => `</${mark}>`)
        .toReversed()
        .join(""),
    );
    return marks.map((mark) => `<${mark}>`).join("");
  });
  return parts.join("");
}

function marksOf(span: string): string[] {
  return [
    ...(/font-weight:\s*(?:bold|[6-9]00)/i.test(span) ? ["strong"] : []),
    ...(/font-style:\s*italic/i.test(span) ? ["em"] : []),
    ...(/text-decoration:[^;]{0,200}line-through/i.test(span) ? ["s"] : []),
  ];
}

/** The length limit is more than any program writes; it also bounds the search from each "<". */
const WORD_PARAGRAPH = /(<p\b[^<>]{0,2000}>|<\/p>)/i;
const WORD_MARK = { begins: "<!--[if !supportLists]-->", ends: "<!--[endif]-->" };

/** Converts Word's lists, which are paragraphs that begin with a bullet or a number. */
function wordLists(html: string): string {
  // Tags are at odd indexes, the text between them at even ones.
  const parts = html.split(WORD_PARAGRAPH);
  const isItem = (at: number) => /\bMsoList/i.test(parts[at] ?? "") && parts[at + 2]?.toLowerCase() === "</p>";
  const items = parts.map((part, at) => {
    if (at % 2 === 1) return isItem(at) || isItem(at - 2) ? "" : part;
    return at > 0 && isItem(at - 1) ? wordItem(part) : part;
  });
  return items.join("").replaceAll(/<\/(ul|ol)>\s*<\1 data-word="">/g, "");
}

function wordItem(inner: string): string {
  const begin = inner.indexOf(WORD_MARK.begins);
  const end = begin < 0 ? -1 : inner.indexOf(WORD_MARK.ends, begin);
  const marked = end < 0 ? "" : inner.slice(begin + WORD_MARK.begins.length, end);
  const words = end < 0 ? inner : inner.slice(0, begin) + inner.slice(end + WORD_MARK.ends.length);
  const mark = marked.replaceAll(/<[^<>]*>|&nbsp;|\s/g, "");
  const list = /^\(?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(mark) ? "ol" : "ul";
  return `<${list} data-word=""><li>${words}</li></${list}>`;
}
