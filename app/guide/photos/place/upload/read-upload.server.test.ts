import { expect, test } from "vitest";

import { UploadLimiter } from "./read-upload.server.ts";

test("a slow sender occupies one slot only, and can send again once the first body has arrived", async () => {
  const limiter = new UploadLimiter(3);
  const slow = Promise.withResolvers<string>();
  const first = limiter.runFor("198.51.100.7", () => slow.promise);

  expect(await limiter.runFor("198.51.100.7", async () => "second")).toBe("busy");
  expect(await limiter.runFor("203.0.113.9", async () => "other sender")).toBe("other sender");
  slow.resolve("first");
  expect(await first).toBe("first");
  expect(await limiter.runFor("198.51.100.7", async () => "second")).toBe("second");
});

test("a full limiter refuses everyone, and a failed upload frees its slot", async () => {
  const limiter = new UploadLimiter(1);
  const slow = Promise.withResolvers<string>();
  const first = limiter.runFor("198.51.100.7", () => slow.promise);

  expect(await limiter.runFor("203.0.113.9", async () => "late")).toBe("busy");
  slow.reject(new Error("The connection broke"));
  await expect(first).rejects.toThrow("The connection broke");
  expect(await limiter.runFor("203.0.113.9", async () => "late")).toBe("late");
});
