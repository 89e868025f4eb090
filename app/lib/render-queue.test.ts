import { expect, test } from "vitest";

import { RenderQueue } from "./render-queue.ts";

function gate(): { open: () => void; wait: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, wait: promise };
}

test("tasks run one after the other, in order", async () => {
  const queue = new RenderQueue(20);
  const running: string[] = [];
  const piece = (name: string) => async () => {
    running.push(`${name} begins`);
    await Promise.resolve();
    running.push(`${name} ends`);
    return name;
  };

  expect(await Promise.all([queue.run(piece("a")), queue.run(piece("b"))])).toEqual(["a", "b"]);
  expect(running).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("a full queue refuses at once, and accepts work again later", async () => {
  const queue = new RenderQueue(2);
  const first = gate();
  const waiting = [queue.run(() => first.wait), queue.run(async () => {})];

  expect(await queue.run(async () => "third")).toBe("busy");
  first.open();
  await Promise.all(waiting);
  expect(await queue.run(async () => "fourth")).toBe("fourth");
});

test("a failed task doesn't affect the others", async () => {
  const queue = new RenderQueue(2);
  const failing = queue.run(async () => {
    throw new Error("no ink");
  });
  const next = queue.run(async () => "drawn");

  await expect(failing).rejects.toThrow("no ink");
  expect(await next).toBe("drawn");
});
