import { describe, expect, test } from "vitest";

import { HOSTILE_TEXT } from "#tests/hostile-texts.ts";

import { cleanPastedHtml } from "./clean-paste.server.ts";

test("the bold wrapper of Google Docs is ignored, and its styles become tags", () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400">Day one</span></h1>
    <p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">soft</span> and <span style="font-weight:700;font-style:italic">both</span></p>
    <ul><li dir="ltr" aria-level="1"><p><span>One</span></p></li></ul><p>&nbsp;</p></b>`;

  expect(cleanPastedHtml(html).replaceAll(/>\s+</g, "><")).toBe(
    "<h2>Day one</h2><p><strong>Bold</strong> and <em>soft</em> and <strong><em>both</em></strong></p><ul><li><p>One</p></li></ul>",
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

test.each([
  ["lines of a mail", "<div>One.</div><div>Two.<br></div><div><br></div>", "<p>One.</p><p>Two.<br /></p>"],
  ["blocks in blocks", "<section><div>One.<div>Two.</div>Three.</div></section>", "<p>One.</p><p>Two.</p>Three."],
  ["a paragraph in a block", "<div><p>One.</p></div><article><h1>Two</h1></article>", "<p>One.</p><h2>Two</h2>"],
  [
    "a table",
    "<table><tr><th>Day</th><th>Hours</th></tr><tr><td>Mon</td><td>9–5</td></tr></table>",
    "<p>Day Hours </p><p>Mon 9–5 </p>",
  ],
  [
    "cells with paragraphs in them",
    "<h2>Hours</h2>\n<table>\n<tr>\n<td><p>Mon</p></td>\n<td><p>9–5</p></td>\n</tr></table>\n<p>End</p>",
    "<h2>Hours</h2><p>\nMon \n9–5 \n</p><p>End</p>",
  ],
  ["preformatted lines", "<pre>One.\nTwo.\n</pre>", "<p>One.<br />Two.</p>"],
])("%s stay separate", (_what, html, clean) => {
  expect(cleanPastedHtml(html)).toBe(clean);
});

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
          !/^<\/?(?:p|h2|h3|strong|em|s|code|ul|ol|li|blockquote|br \/|hr \/)>$|^<\/a>$|^<a(?: href="(?:https?:\/\/|mailto:|\/(?!\/))[^"]*")?>$/.test(
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
