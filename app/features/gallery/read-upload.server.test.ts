import { expect, test } from "vitest";

import { UploadRoom } from "./read-upload.server.ts";

test("whoever sends slowly takes one body's room and no more; once it is there, the next is taken", async () => {
  const room = new UploadRoom(3);
  const slow = Promise.withResolvers<string>();
  const first = room.holdFor("198.51.100.7", () => slow.promise);

  expect(await room.holdFor("198.51.100.7", async () => "second")).toBe("busy");
  expect(await room.holdFor("203.0.113.9", async () => "of another")).toBe("of another");
  slow.resolve("first");
  expect(await first).toBe("first");
  expect(await room.holdFor("198.51.100.7", async () => "second")).toBe("second");
});

test("a full room takes nobody, and what fails gives its room back", async () => {
  const room = new UploadRoom(1);
  const slow = Promise.withResolvers<string>();
  const first = room.holdFor("198.51.100.7", () => slow.promise);

  expect(await room.holdFor("203.0.113.9", async () => "late")).toBe("busy");
  slow.reject(new Error("The connection broke"));
  await expect(first).rejects.toThrow("The connection broke");
  expect(await room.holdFor("203.0.113.9", async () => "late")).toBe("late");
});
