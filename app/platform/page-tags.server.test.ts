import { expect, test } from "vitest";

import { freshDatabase } from "#tests/fresh-database.ts";

import { notifyPages, PAGE_TAGS_CHANNEL, PageTagEcho } from "./page-tags.server.ts";

test("who has caught up has heard of every change until then, whichever instance made it, and of no echo as a tag", async () => {
  const [one, other] = await freshDatabase();
  const [echo, otherEcho] = [new PageTagEcho(), new PageTagEcho()];
  const heard: string[] = [];
  const otherHeard: string[] = [];
  const listen = (to: typeof one, by: PageTagEcho, all: string[]) =>
    to.listen(PAGE_TAGS_CHANNEL, {
      onMessage: (payload) => void (by.hear(payload) || all.push(payload)),
      onGap: () => {},
    });
  await listen(one, echo, heard);
  await listen(other, otherEcho, otherHeard);
  for (let count = 1; count <= 20; count += 1) {
    await notifyPages(count % 2 === 0 ? one.db : other.db, [`place:${count}`]);
    await echo.caughtUp(one.db);
    expect(heard).toHaveLength(count);
  }
  await otherEcho.caughtUp(other.db);

  expect(otherHeard).toEqual(heard);
});

test("nobody waits for an echo that can't come", async () => {
  const [one] = await freshDatabase();
  // It listens nowhere.
  await expect(new PageTagEcho().caughtUp(one.db)).resolves.toBeUndefined();
});
