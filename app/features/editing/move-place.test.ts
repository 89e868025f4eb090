import { expect, test } from "vitest";

import { movePlace } from "./move-place.ts";

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
