import { expect, test } from "vitest";

import { splitAtMentions } from "./place-mentions.ts";
import { renderGuideBlocks } from "./guide-body.ts";

const PERRYS = { slug: "perrys", name: "Perry's" };
const DC9 = { slug: "dc9", name: "DC9" };
const DC9_CAFE = { slug: "dc9-cafe", name: "DC9 (Cafe)" };

test("a text is cut at whole names of places, the longest first, in both forms of the apostrophe", () => {
  const text = "Perry’s, then DC9 (Cafe), not DC91 or XDC9.";

  const pieces = splitAtMentions(text, [PERRYS, DC9, DC9_CAFE]);

  expect(pieces.filter(({ slug }) => slug !== null)).toEqual([
    { text: "Perry’s", slug: "perrys" },
    { text: "DC9 (Cafe)", slug: "dc9-cafe" },
  ]);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});

test("the first mention of a place in a guide's text is a link, but none in a heading or another link", () => {
  const body = "## DC9\n\n[See DC9](/x) or **DC9**.\n\n::place{dc9}\n\nDC9 again, and Perry's.";

  const html = renderGuideBlocks(body, [PERRYS, DC9]).map((block) => (block.kind === "html" ? block.html : "\n"));

  expect(html.join("")).toBe(
    '<h2>DC9</h2>\n<p><a href="/x">See DC9</a> or <strong><a href="/places/dc9">DC9</a></strong>.</p>' +
      '\n<p>DC9 again, and <a href="/places/perrys">Perry’s</a>.</p>',
  );
});
