import { expect, test } from "vitest";

import { crossesMembersLine, movePlace } from "./move-place.ts";

const TEXT = "One.\n\n::place{a}\n\nTwo.\n\n::place{b}\n\nThree ::place{x}.\n\n::place{c}  \n";

test.each([
  [0, 2, "b c a"],
  [2, 0, "c a b"],
  [1, 2, "a c b"],
  [1, 1, "a b c"],
  [2, 9, "a b c"],
])("the place at %i goes to %i, and the words stay where they are", (from, to, order) => {
  const moved = movePlace(TEXT, { from, to });
  const [first, second, third] = order.split(" ");

  expect(moved).toBe(
    `One.\n\n::place{${first}}\n\nTwo.\n\n::place{${second}}\n\nThree ::place{x}.\n\n::place{${third}}  \n`,
  );
});

test.each([
  [0, 1, false],
  [2, 3, false],
  [3, 0, true],
  [1, 2, true],
  [0, 3, true],
])("from %i to %i a place crosses the line for members: %s", (from, to, crosses) => {
  const body = "::place{a}\n\n::place{b}\n\n::members\n\n::place{c}\n\n::place{d}";

  expect(crossesMembersLine(body, movePlace(body, { from, to }))).toBe(crosses);
  const open = body.replace("::members\n\n", "");
  expect(crossesMembersLine(open, movePlace(open, { from, to }))).toBe(false);
});
