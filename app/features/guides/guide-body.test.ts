import fc from "fast-check";
import { expect, test } from "vitest";

import { embeddedPlaces, guideBlocks } from "./guide-body.ts";

/** All that our Markdown may make. */
const SAFE_TAG =
  /^<\/?(?:p|h[1-6]|strong|em|s|a|ul|ol|li|blockquote|pre|code|hr|br|img|table|thead|tbody|tr|th|td)(?=[ >])/;
const SAFE_ATTRIBUTES =
  /^(?: (?:(?:href|src)="(?!\s*(?:javascript|vbscript|data|file):)[^"<>]*"|(?:title|alt|class|style)="[^"<>]*"|start="\d+"))*>?$/i;

test("a body becomes paragraphs and places in turn, and empty stretches are left out", () => {
  const blocks = guideBlocks("One *bold* step.\n\n::place{chercher}\n\n::place{the-dabney}   \n\n## Then\n\nLast.");

  expect(blocks).toEqual([
    { kind: "html", html: "<p>One <em>bold</em> step.</p>" },
    { kind: "place", index: 0 },
    { kind: "place", index: 1 },
    { kind: "html", html: "<h2>Then</h2>\n<p>Last.</p>" },
  ]);
});

test("only a line of its own names a place", () => {
  const body = "Go to ::place{chercher} now.\n ::place{indented}\n::place{Upper}\n::place{}\n::place{the-dabney}";

  expect(embeddedPlaces(body)).toEqual(["the-dabney"]);
  expect(guideBlocks(body).filter(({ kind }) => kind === "place")).toHaveLength(1);
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<b>bold</b>",
  "<!-- comment -->",
  "a <a href='https://evil.example'>link</a>",
  "</p><iframe src=//evil.example></iframe>",
])("HTML in a body stays text: %s", (html) => {
  const shown = guideBlocks(html).map((block) => (block.kind === "html" ? block.html : ""));

  expect(shown.join("")).not.toMatch(/<(?!\/?p>)/);
  expect(shown.join("")).toContain("&lt;");
});

test.each([
  "[here](javascript:alert(1))",
  "[here](JaVaScRiPt:alert(1))",
  "[here](&#106;avascript:alert(1))",
  "[here](\\javascript:alert(1))",
  "[here](vbscript:x)",
  "[here](data:text/html,<script>alert(1)</script>)",
  "[here](file:///etc/passwd)",
  "![here](javascript:alert(1))",
  "<javascript:alert(1)>",
  "[here][x]\n\n[x]: javascript:alert(1)",
])("a link that would run something is no link: %s", (link) => {
  const html = guideBlocks(link).map((block) => (block.kind === "html" ? block.html : ""));

  expect(html.join("")).not.toMatch(/(?:href|src)="\s*(?:javascript|vbscript|data|file):/i);
});

test("a link to another site and one within ours are links", () => {
  const [block] = guideBlocks('[A](https://a.example/?q="x") and [B](/places/chercher)');

  expect(block).toEqual({
    kind: "html",
    html: '<p><a href="https://a.example/?q=%22x%22">A</a> and <a href="/places/chercher">B</a></p>',
  });
});

test("whatever is written, nothing comes of it but harmless tags", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<",
      ">",
      "</",
      "script",
      "<script>",
      '"',
      "'",
      "`",
      "[",
      "](",
      ")",
      "javascript:",
      "&#x3c;",
      "![",
      "\n",
      "\n\n",
    ),
    fc.constantFrom(
      " onload=",
      "<img src=x",
      "data:text/html,",
      "::place{a}",
      "\\",
      "|",
      "---",
      "```\n",
      "<!--",
      "]]>",
      "&lt;",
      "*",
      "#",
    ),
    fc.string({ maxLength: 5 }),
  );

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const html = guideBlocks(pieces.join(""))
        .map((block) => (block.kind === "html" ? block.html : ""))
        .join("");
      expect(html.match(/<[^>]*>?/g)?.filter((tag) => !isSafe(tag)) ?? []).toEqual([]);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 20_000 : 500 },
  );
});

function isSafe(tag: string): boolean {
  const name = SAFE_TAG.exec(tag)?.[0];
  return name !== undefined && SAFE_ATTRIBUTES.test(tag.slice(name.length));
}
