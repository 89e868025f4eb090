import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { changeIssue } from "./change-issue.server.ts";
import { NOTE_CHARACTERS_MAX } from "./issue.ts";
import { addItem, findIssue, removeItem } from "./issues.server.ts";
import { buildIssue } from "./newsletter-builders.ts";

/** The editor of every test; the audit log knows only people who are there. */
const EDITOR = "00000000-0000-4000-8000-000000000001";

const test = databaseTest.extend<{ editor: string }>({
  editor: [
    async ({ db }, use) => {
      await buildUser(db, { id: EDITOR, role: "admin" });
      await use(EDITOR);
    },
    { auto: true },
  ],
});

describe("words that were refused", () => {
  test("stay those of the version that they were written on: sent again, they overwrite nobody’s either", async ({
    db,
  }) => {
    const { id } = await buildIssue(db);
    await change(db, id, { do: "save", version: "1", subject: "Of another editor" });

    const tooLong = await change(db, id, { do: "save", version: "1", subject: "x".repeat(121) });
    expect(tooLong).toMatchObject({ status: 400, version: 1 });
    const stale = await change(db, id, { do: "save", version: versionOf(tooLong), subject: "Mine" });
    expect(stale).toMatchObject({ status: 409, version: 1, typed: { subject: "Mine" } });
    const again = await change(db, id, { do: "save", version: versionOf(stale), subject: "Mine" });

    expect(again).toMatchObject({ status: 409 });
    expect((await findIssue(db, id))?.subject).toBe("Of another editor");
  });
});

describe("a note", () => {
  test("is kept where nobody has written another meanwhile, and refused with its words where somebody has", async ({
    db,
  }) => {
    const { id, itemId } = await issueWithPlace(db);
    const note = (fields: Record<string, string>) => change(db, id, { do: "note", item: String(itemId), ...fields });

    expect(await note({ was: "", note: "Go early." })).toMatchObject({ done: "kept" });
    expect(await note({ was: "", note: "Go late." })).toMatchObject({
      status: 409,
      note: { itemId, typed: "Go late.", was: "" },
    });
    expect(await note({ was: "Go early.", note: "x".repeat(NOTE_CHARACTERS_MAX + 1) })).toMatchObject({
      status: 400,
      note: { was: "Go early." },
    });
    expect((await db.select().from(newsletterItems))[0]?.note).toBe("Go early.");
    expect(await note({ was: "Go early.", note: "Go late." })).toMatchObject({ done: "kept" });
  });

  test("on what was taken out meanwhile isn’t said to be kept", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    await removeItem(db, { id, itemId, by: EDITOR, now: NOW });

    expect(await change(db, id, { do: "note", item: String(itemId), was: "", note: "Go early." })).toMatchObject({
      status: 409,
      why: expect.stringContaining("“Go early.”"),
    });
  });
});

async function issueWithPlace(db: Database): Promise<{ id: string; itemId: number }> {
  const place = await buildPlace(db);
  const { id } = await buildIssue(db);
  await addItem(db, { id, by: EDITOR, item: { placeId: place.id }, now: NOW });
  const [item] = await db.select().from(newsletterItems);
  if (item === undefined) throw new Error("The place was not added");
  return { id, itemId: item.id };
}

function change(db: Database, id: string, fields: Record<string, string>) {
  const form = { text: (name: string) => fields[name] ?? "" };
  return changeIssue({ db, env: readEnv({}), now: NOW }, { id, by: EDITOR, form });
}

function versionOf(outcome: Awaited<ReturnType<typeof changeIssue>>): string {
  if (!("status" in outcome)) throw new Error("It was not refused");
  return String(outcome.version);
}
