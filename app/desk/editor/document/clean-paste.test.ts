import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { HOSTILE_TEXT } from "#tests/hostile-texts.ts";

import { cleanPastedHtml } from "./clean-paste.server.ts";

test("the bold wrapper of Google Docs is ignored, and its styles become tags", () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400">Day one</span></h1>
    <p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">soft</span> and <span style="font-weight:700;font-style:italic">both</span></p>
    <ul><li dir="ltr" aria-level="1"><p><span>One</span></p></li></ul><p>&nbsp;</p></b>`;

  expect(cleanPastedHtml(html).replaceAll(/>\s+</g, "><")).toBe(
    "<h2>Day one</h2><p><strong>Bold</strong> and <em>soft</em> and <strong><em>both</em></strong></p><ul><li>One</li></ul>",
  );
});

test("Word's list paragraphs become lists", () => {
  const item = (mark: string, text: string) =>
    `<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color: red}</style></head><body>
    <p class=MsoNormal>Before<o:p></o:p></p>${item("·", "Ham")}\n${item("·", "Eggs")}${item("1.", "First")}</body></html>`;

  expect(cleanPastedHtml(html).replaceAll(/>\s+</g, "><")).toBe(
    "<p>Before</p><ul><li>Ham</li><li>Eggs</li></ul><ol><li>First</li></ol>",
  );
});

describe("Word", () => {
  const marks = {
    comments: (mark: string) => `<!--[if !supportLists]-->${mark}<!--[endif]-->`,
    conditions: (mark: string) => `<![if !supportLists]><span>${mark}<span>&nbsp;&nbsp; </span></span><![endif]>`,
    styles: (mark: string) => `<span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>`,
  };

  test.each(Object.entries(marks))("marks items by %s, with levels and numbers", (_how, mark) => {
    const item = (sign: string, level: number, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${mark(sign)}${text}</p>`;
    const html = [
      item("·", 1, "Outer"),
      item("o", 2, "Inner"),
      item("o", 2, "Second"),
      item("·", 1, "Last"),
      "<p class=MsoNormal>Between</p>",
      item("3.", 1, "Third"),
      item("(a)", 2, "Letter"),
      item("4.", 1, "Fourth"),
    ].join("\n");

    expect(cleanPastedHtml(html)).toBe(
      "<ul><li>Outer<ul><li>Inner</li><li>Second</li></ul></li><li>Last</li></ul><p>Between</p>" +
        '<ol start="3"><li>Third<ol><li>Letter</li></ol></li><li>Fourth</li></ol>',
    );
  });

  test.each([
    [
      "bold with a style for other scripts",
      `<p>Go <b style="mso-bidi-font-weight:normal">early</b>, see <a href="https://a.example/">the menu</a>. It fills up.</p><p>Closed on Mondays.</p><h2>Second stop</h2>`,
      `<p>Go <strong>early</strong>, see <a href="https://a.example/">the menu</a>. It fills up.</p><p>Closed on Mondays.</p><h2>Second stop</h2>`,
    ],
    [
      "a numbered heading",
      `<h1 style='mso-list:l1 level1 lfo2'><![if !supportLists]><span>1.<span>&nbsp; </span></span><![endif]>Where to go</h1>`,
      "<h2>Where to go</h2>",
    ],
    [
      "text that isn't bold",
      `<p>Plain <b style="font-weight:400">one</b> then <em>two</em> then three.</p><p>Next.</p>`,
      "<p>Plain one then <em>two</em> then three.</p><p>Next.</p>",
    ],
    [
      "a wrapper that isn't bold",
      `<b style="font-weight:normal"><p>One</p></b><h2>Two</h2><p>Three</p>`,
      "<p>One</p><h2>Two</h2><p>Three</p>",
    ],
  ])("%s", (_what, html, clean) => {
    expect(cleanPastedHtml(html)).toBe(clean);
  });
});

test.each([
  ["lines of a mail", "<div>One.</div><div>Two.<br></div><div><br></div>", "<p>One.</p><p>Two.</p>"],
  [
    "blocks in blocks",
    "<section><div>One.<div>Two.</div>Three.</div></section>",
    "<p>One.</p><p>Two.</p><p>Three.</p>",
  ],
  ["a paragraph in a block", "<div><p>One.</p></div><article><h1>Two</h1></article>", "<p>One.</p><h2>Two</h2>"],
  [
    "a table",
    "<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Mon</td><td>9–5</td></tr></table>",
    "<p>Day | Hours</p><p>Mon | 9–5</p>",
  ],
  [
    "cells with paragraphs in them",
    "<h2>Hours</h2>\n<table>\n<tr>\n<td><p>Mon</p></td>\n<td><p>9–5</p><p>6–9</p></td>\n</tr></table>\n<p>End</p>",
    "<h2>Hours</h2><p>Mon | 9–5 6–9</p><p>End</p>",
  ],
  ["preformatted lines", "<pre>One.\nTwo.\n</pre>", "<p>One.<br />Two.</p>"],
  [
    "lists of Google Docs",
    "<ul><li>A</li><ul><li>B</li></ul><li>C</li></ul>",
    "<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>",
  ],
  [
    "lists in items",
    "<ol start=2><li>A<ul><li><p>B</p><p>more</p></li></ul></li></ol>",
    '<ol start="2"><li>A<ul><li>B<p>more</p></li></ul></li></ol>',
  ],
  [
    "a quote",
    "<blockquote><p>One.</p><p>Two.</p></blockquote><p>Three.</p>",
    "<blockquote><p>One.</p><p>Two.</p></blockquote><p>Three.</p>",
  ],
  ["a rule", "<p>One.</p><hr><p>Two.</p>", "<p>One.</p><hr /><p>Two.</p>"],
])("%s stay separate", (_what, html, clean) => {
  expect(cleanPastedHtml(html)).toBe(clean);
});

test("a piece of a line stays one, and its letters are escaped", () => {
  expect(cleanPastedHtml("<meta charset='utf-8'><span>half a <b>line</b>,  1 &lt; 2 &amp; 3</span>")).toBe(
    "half a <strong>line</strong>, 1 &lt; 2 &amp; 3",
  );
});

test("whatever is pasted, the result is well formed, and cleaning it again changes nothing", () => {
  const tag = fc.constantFrom(
    ..."p b i em strong a s code h1 h3 ul ol li blockquote table tr td div pre br hr span"
      .split(" ")
      .flatMap((name) => [`<${name}>`, `</${name}>`]),
    '<a href="https://a.example/?b=1&c=2">',
    '<b style="font-weight:400">',
    '<p class=MsoListParagraph style="mso-list:l0 level2 lfo1">',
    "<![if !supportLists]>1.<![endif]>",
    "<!--[if !supportLists]-->",
    " ",
    "word",
    "&lt;",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 60 }), (parts) => {
      const clean = cleanPastedHtml(parts.join(""));
      expect(unclosedTags(clean)).toEqual([]);
      expect(cleanPastedHtml(clean)).toBe(clean);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 50_000 : 1_000, seed: 20_261_128 },
  );
});

/** Tags that aren't closed in their order, and blocks where none may stand. */
function unclosedTags(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (name === "br" || name === "hr") continue;
    if (end !== "/") {
      const isBlock = ["p", "h2", "h3", "ul", "ol", "blockquote"].includes(name);
      if (isBlock && open.some((outer) => ["p", "h2", "h3", "a", "strong", "em"].includes(outer))) wrong.push(name);
      open.push(name);
    } else if (open.pop() !== name) wrong.push(`/${name}`);
  }
  return [...wrong, ...open];
}

describe("hostile HTML", () => {
  test.each([
    "<script>alert(1)</script>",
    "<p onclick=alert(1)>x</p>",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVa\tScRiPt:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    "<img src=x onerror=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<style>@import url(//evil.example)</style><p style='background:url(//evil.example)'>x</p>",
    "<form action=//evil.example><input name=q><button>Go</button></form>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<base href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'>",
    HOSTILE_TEXT,
    "<div>".repeat(5_000),
  ])("is reduced to safe tags: %s", (html) => {
    const tags = cleanPastedHtml(html).match(/<[^>]*>/g) ?? [];

    expect(
      tags.filter(
        (tag) =>
          !/^<\/?(?:p|h2|h3|strong|em|s|code|ul|ol|li|blockquote|br \/|hr \/)>$|^<ol start="\d+">$|^<\/a>$|^<a(?: href="(?:https?:\/\/|mailto:|\/(?!\/))[^"]*")?>$/.test(
            tag,
          ),
      ),
    ).toEqual([]);
  });
});

test.each([
  ["tags that never end", "<p".repeat(100_000)],
  ["items that never end", "<p MsoList>".repeat(18_000)],
  ["marks that never end", `<p MsoList>${"<!--[if !supportLists]-->".repeat(8_000)}</p>`],
  ["styles that never end", `<span style="${"text-decoration:".repeat(12_000)}">x</span>`],
])("%s are cleaned in any number", (_what, html) => {
  expect(cleanPastedHtml(html)).not.toMatch(/MsoList|supportLists|style/);
});
