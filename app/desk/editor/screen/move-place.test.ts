import { expect, test } from "vitest";

import { crossesMembersLine, movePlace } from "./move-place.ts";

const TEXT = `One.

::place{a}

About a.

## Noon

::place{b}
About b, with ::place{x} in it.

\`\`\`
# no heading
\`\`\`

::place{c}  

## The end

Last words.`;

const A = "::place{a}\n\nAbout a.";
const B = "::place{b}\nAbout b, with ::place{x} in it.\n\n```\n# no heading\n```";
const C = "::place{c}";

test.each([
  [0, 2, ["One.", "## Noon", B, C, A]],
  [2, 0, ["One.", C, A, "## Noon", B]],
  [1, 0, ["One.", B, A, "## Noon", C]],
  [1, 2, ["One.", A, "## Noon", C, B]],
  [0, 9, ["One.", "## Noon", B, C, A]],
])("the place at %i moves to %i with the text below it, and headings stay in place", (from, to, parts) => {
  expect(movePlace(TEXT, { from, to })).toBe([...parts, "## The end\n\nLast words."].join("\n\n"));
});

test.each([
  [1, 1],
  [7, 0],
])("moving from %i to %i changes nothing", (from, to) => {
  expect(movePlace(TEXT, { from, to })).toBe(TEXT);
});

test.each([
  [0, 1, false],
  [2, 3, false],
  [3, 0, true],
  [1, 2, true],
  [0, 3, true],
])("moving from %i to %i crosses the members line: %s", (from, to, crosses) => {
  const body = "::place{a}\n\n::place{b}\n\n::members\n\n::place{c}\n\n::place{d}";

  expect(crossesMembersLine(body, movePlace(body, { from, to }))).toBe(crosses);
  const open = body.replace("::members\n\n", "");
  expect(crossesMembersLine(open, movePlace(open, { from, to }))).toBe(false);
});
