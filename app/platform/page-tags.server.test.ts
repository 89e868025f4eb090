import { expect, test } from "vitest";

import { freshDatabase } from "#tests/fresh-database.ts";

import { invalidatePages, PAGE_TAGS_CHANNEL, InvalidationEcho } from "./page-tags.server.ts";

test("after waiting, every earlier invalidation of any instance has been received, and no echo as a tag", async () => {
  const [one, other] = await freshDatabase();
  const [echo, otherEcho] = [new InvalidationEcho(), new InvalidationEcho()];
  const received: string[] = [];
  const otherReceived: string[] = [];
  const listen = (to: typeof one, by: InvalidationEcho, all: string[]) =>
    to.listen(PAGE_TAGS_CHANNEL, {
      onMessage: (payload) => void (by.receive(payload) || all.push(payload)),
      onGap: () => {},
    });
  await listen(one, echo, received);
  await listen(other, otherEcho, otherReceived);
  for (let count = 1; count <= 20; count += 1) {
    await invalidatePages(count % 2 === 0 ? one.db : other.db, [`place:${count}`]);
    await echo.waitForInvalidations(one.db);
    expect(received).toHaveLength(count);
  }
  await otherEcho.waitForInvalidations(other.db);

  expect(otherReceived).toEqual(received);
});

test("the wait ends without an echo", async () => {
  const [one] = await freshDatabase();
  // This echo listens to no channel.
  await expect(new InvalidationEcho().waitForInvalidations(one.db)).resolves.toBeUndefined();
});
