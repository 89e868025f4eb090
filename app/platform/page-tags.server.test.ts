import { expect, test } from "vitest";

import { freshDatabase } from "#tests/fresh-database.ts";

import { notifyPages, PAGE_TAGS_CHANNEL, PageTagEcho } from "./page-tags.server.ts";

test("after waiting, every earlier invalidation of any instance has been received, and no echo as a tag", async () => {
  const [one, other] = await freshDatabase();
  const [echo, otherEcho] = [new PageTagEcho(), new PageTagEcho()];
  const received: string[] = [];
  const otherReceived: string[] = [];
  const listen = (to: typeof one, by: PageTagEcho, all: string[]) =>
    to.listen(PAGE_TAGS_CHANNEL, {
      onMessage: (payload) => void (by.hear(payload) || all.push(payload)),
      onGap: () => {},
    });
  await listen(one, echo, received);
  await listen(other, otherEcho, otherReceived);
  for (let count = 1; count <= 20; count += 1) {
    await notifyPages(count % 2 === 0 ? one.db : other.db, [`place:${count}`]);
    await echo.caughtUp(one.db);
    expect(received).toHaveLength(count);
  }
  await otherEcho.caughtUp(other.db);

  expect(otherReceived).toEqual(received);
});

test("the wait ends without an echo", async () => {
  const [one] = await freshDatabase();
  // This echo listens to no channel.
  await expect(new PageTagEcho().caughtUp(one.db)).resolves.toBeUndefined();
});
