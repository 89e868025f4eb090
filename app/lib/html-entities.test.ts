import { expect, test } from "vitest";

import { decodeEntities } from "./html-entities.ts";

test.for([
  ["Ben&#39;s Chili Bowl &amp; Bar", "Ben's Chili Bowl & Bar"],
  ["Caf&eacute; &#x263A; &quot;7&quot;", 'Café ☺ "7"'],
  ["&lt;b&gt;Bold&lt;/b&gt;", "<b>Bold</b>"],
  ["AT&T, R&B; and Q&A;", "AT&T, R&B; and Q&A;"],
  ["&amp;amp;", "&amp;"],
  ["a < b && c > d", "a < b && c > d"],
] as const)("“%s” is “%s”", ([text, plain]) => {
  expect(decodeEntities(text)).toBe(plain);
});
