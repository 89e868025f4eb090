import fc from "fast-check";
import { expect, test } from "vitest";

import { placeSlugsInText, renderGuideBlocks, hasMembersLine, publicOpening } from "./guide-body.ts";

/** All tags that our Markdown can produce. */
const SAFE_TAG =
  /^<\/?(?:p|h[1-6]|strong|em|s|a|ul|ol|li|blockquote|pre|code|hr|br|img|figure|figcaption|table|thead|tbody|tr|th|td)(?=[ >])/;
const SAFE_ATTRIBUTES =
  /^(?: (?:(?:href|src)="(?!\s*(?:javascript|vbscript|data|file):)[^"<>]*"|(?:title|alt|class|style|srcset|sizes|loading|decoding)="[^"<>]*"|(?:start|width|height)="\d+"))*>?$/i;

const PICTURE = "/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/1600x1067.jpg";

test("an uploaded picture in its own paragraph becomes a figure with its credit and a srcset", () => {
  const [block] = renderGuideBlocks(`![Doors & "stoops"](${PICTURE} "Photo: <b>A</b>")`);

  expect(block).toEqual({
    kind: "html",
    html:
      `<figure><img src="${PICTURE}" srcset="/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/480.webp 480w, ` +
      "/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/960.webp 960w, " +
      '/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/1600.webp 1600w" sizes="(max-width: 767px) 100vw, 642px" ' +
      'alt="Doors &amp; &quot;stoops&quot;" width="1600" height="1067" loading="lazy" decoding="async">' +
      "<figcaption>Photo: &lt;b&gt;A&lt;/b&gt;</figcaption></figure>",
  });
});

test.each([
  "https://elsewhere.example/x.png",
  "//elsewhere.example/x.png",
  "/guide-pictures/x/1x1.jpg",
  `${PICTURE}?x`,
  PICTURE.replace("1600x", "0x"),
])("a picture from another site, %s, becomes a link, so that the site can't track readers", (address) => {
  const html = renderGuideBlocks(`![a door](${address})`).map((block) => (block.kind === "html" ? block.html : ""));

  expect(html.join("")).toBe(`<p><a href="${address}">a door</a></p>`);
});

test("the ::members line isn't shown, and ends the part that everyone can read", () => {
  const body = "One.\n\n## Two\n\nThree.\n\n::members  \n\nFour. ::members\n";

  expect(renderGuideBlocks(body)).toEqual([
    { kind: "html", html: "<p>One.</p>\n<h2>Two</h2>\n<p>Three.</p>\n<p>Four. ::members</p>" },
  ]);
  expect(publicOpening(body)).toBe("One.\n\n## Two\n\nThree.");
  expect([hasMembersLine(body), hasMembersLine("a ::members"), hasMembersLine(" ::members")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a body is split into HTML and place blocks, without empty blocks", () => {
  const blocks = renderGuideBlocks(
    "One *bold* step.\n\n::place{chercher}\n\n::place{the-dabney}   \n\n## Then\n\nLast.",
  );

  expect(blocks).toEqual([
    { kind: "html", html: "<p>One <em>bold</em> step.</p>" },
    { kind: "place", index: 0 },
    { kind: "place", index: 1 },
    { kind: "html", html: "<h2>Then</h2>\n<p>Last.</p>" },
  ]);
});

test("a place is recognized only on a line of its own", () => {
  const body = "Go to ::place{chercher} now.\n ::place{indented}\n::place{Upper}\n::place{}\n::place{the-dabney}";

  expect(placeSlugsInText(body)).toEqual(["the-dabney"]);
  expect(renderGuideBlocks(body).filter(({ kind }) => kind === "place")).toHaveLength(1);
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<b>bold</b>",
  "<!-- comment -->",
  "a <a href='https://evil.example'>link</a>",
  "</p><iframe src=//evil.example></iframe>",
])("HTML in a body is escaped: %s", (html) => {
  const output = renderGuideBlocks(html).map((block) => (block.kind === "html" ? block.html : ""));

  expect(output.join("")).not.toMatch(/<(?!\/?p>)/);
  expect(output.join("")).toContain("&lt;");
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
])("a link with a script or data URL isn't rendered as a link: %s", (link) => {
  const html = renderGuideBlocks(link).map((block) => (block.kind === "html" ? block.html : ""));

  expect(html.join("")).not.toMatch(/(?:href|src)="\s*(?:javascript|vbscript|data|file):/i);
});

test("links to other sites and within this site are rendered", () => {
  const [block] = renderGuideBlocks('[A](https://a.example/?q="x") and [B](/places/chercher)');

  expect(block).toEqual({
    kind: "html",
    html: '<p><a href="https://a.example/?q=%22x%22">A</a> and <a href="/places/chercher">B</a></p>',
  });
});

test("any input produces only safe tags and attributes", () => {
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
      `](${PICTURE} "`,
      `![a](${PICTURE})`,
      "*",
      "#",
    ),
    fc.string({ maxLength: 5 }),
  );

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const html = renderGuideBlocks(pieces.join(""))
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
