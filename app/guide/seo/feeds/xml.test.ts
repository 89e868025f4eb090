import fc from "fast-check";
import { expect, test } from "vitest";

import { xmlElementNames } from "./well-formed-xml.ts";
import { escapeXml } from "./xml.ts";

test("special characters are written as entities", () => {
  expect(escapeXml(`Baked & Wired <b> "x" 'y'`)).toBe("Baked &amp; Wired &lt;b&gt; &quot;x&quot; &#39;y&#39;");
});

test("characters that XML doesn't allow are dropped, all others stay", () => {
  expect(escapeXml("a\u0000b\u0008c\u000Bd\u001Fe\uFFFEf\uFFFFg")).toBe("abcdefg");
  expect(escapeXml("half \uD83D pair, whole \u{1F338}")).toBe("half  pair, whole \u{1F338}");
  expect(escapeXml("tab\tline\nreturn\r é ’")).toBe("tab\tline\nreturn\r é ’");
});

test("any text gives well-formed content and attributes", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
      const escaped = escapeXml(text);
      expect(xmlElementNames(`<a b="${escaped}">${escaped}</a>`)).toEqual(["a"]);
      expect(escaped).not.toMatch(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/u);
      expect(escaped.isWellFormed()).toBe(true);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 20_000 : 500 },
  );
});
