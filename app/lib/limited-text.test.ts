import { expect, test } from "vitest";

import { parseLimitedText } from "./limited-text.ts";

test("a text within its limits is accepted, without invisible characters", () => {
  const limits = { noun: "question", min: 5, max: 10 };

  expect(parseLimitedText("  five5\u0000\r\n", limits)).toEqual({ text: "five5", problem: null });
  expect(parseLimitedText("\u{1F600}".repeat(10), limits).text).not.toBeNull();
  expect(parseLimitedText("four", limits).problem).toBe("Write at least 5 characters. Your question has 4.");
  expect(parseLimitedText("eleven chars", limits).problem).toBe("Write at most 10 characters. Your question has 12.");
});
