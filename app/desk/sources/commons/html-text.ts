import { Parser } from "htmlparser2";

import { toSingleLine } from "#app/desk/imports/readers/parse-fields.ts";

/** More than any credit; the rest isn't read. */
const HTML_CHARACTERS_MAX = 20_000;

const UNSHOWN_ELEMENTS = new Set(["script", "style", "template", "noscript"]);
/** Between these and their neighbors is a space. */
const BLOCK_ELEMENTS = new Set(["br", "p", "div", "li", "ul", "ol", "td", "th", "tr", "table", "dd", "dt", "dl"]);

/** What a browser shows of a piece of HTML, as one line of text. Never throws. */
export function htmlToText(html: string): string {
  let text = "";
  // Of each open element: whether it is hidden, by itself or by one around it.
  const hidden: boolean[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      hidden.push(hidden.at(-1) === true || UNSHOWN_ELEMENTS.has(name) || isHidden(attributes));
      if (BLOCK_ELEMENTS.has(name)) text += " ";
    },
    onclosetag: (name) => {
      hidden.pop();
      if (BLOCK_ELEMENTS.has(name)) text += " ";
    },
    ontext: (part) => {
      if (hidden.at(-1) !== true) text += part;
    },
  });
  parser.end(html.slice(0, HTML_CHARACTERS_MAX));
  return toSingleLine(text);
}

/** Commons hides the machine-readable part of a credit so. */
function isHidden({ style = "", hidden }: Record<string, string>): boolean {
  return hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}
