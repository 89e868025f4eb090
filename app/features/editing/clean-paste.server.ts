import sanitizeHtml from "sanitize-html";

/** What is pasted from a word processor is mostly styles; a long guide's is 200 KB. */
export const PASTE_CHARACTERS_MAX = 200_000;

/**
 * What is pasted or imported as HTML, with nothing left but what a guide can have: headings of two levels, words that are
 * bold or soft, lists, quotes and links. Word's and Google Docs' own ways of saying these are understood.
 */
export function cleanPaste(html: string): string {
  return sanitizeHtml(wordLists(html), {
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
      h1: "h2",
      h4: "h3",
      h5: "h3",
      h6: "h3",
      i: "em",
      del: "s",
      strike: "s",
      // Google Docs wraps everything in a bold that isn't.
      b: (_tag, { style = "" }) => ({ tagName: isPlain(style) ? "span" : "strong", attribs: {} }),
      span: (_tag, { style = "" }) => ({ tagName: markOf(style), attribs: {} }),
    },
    // Empty paragraphs are how word processors leave room.
    exclusiveFilter: ({ tag, text, mediaChildren }) =>
      ["p", "h2", "h3", "li", "strong", "em", "s", "a", "blockquote"].includes(tag) &&
      text.replaceAll(/[\s\u00A0]/g, "") === "" &&
      mediaChildren.length === 0,
  })
    .replaceAll("\u00A0", " ")
    .trim();
}

function isPlain(style: string): boolean {
  return /font-weight:\s*(?:normal|[1-4]00)/i.test(style);
}

function markOf(style: string): string {
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) return "strong";
  if (/font-style:\s*italic/i.test(style)) return "em";
  return /text-decoration:[^;]*line-through/i.test(style) ? "s" : "span";
}

const WORD_ITEM = /<p[^>]*\bMsoList[^>]*>([\s\S]*?)<\/p>/gi;
const WORD_MARK = /<!--\[if !supportLists\]-->([\s\S]*?)<!--\[endif\]-->/i;

/** Word's lists are paragraphs that begin with what looks like a bullet or a number. */
function wordLists(html: string): string {
  const items = html.replaceAll(WORD_ITEM, (_item, inner: string) => {
    const mark = (WORD_MARK.exec(inner)?.[1] ?? "").replaceAll(/<[^>]*>|&nbsp;|\s/g, "");
    const list = /^\(?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(mark) ? "ol" : "ul";
    return `<${list} data-word=""><li>${inner.replace(WORD_MARK, "")}</li></${list}>`;
  });
  return items.replaceAll(/<\/(ul|ol)>\s*<\1 data-word="">/g, "");
}
