import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { purgeSubscribers } from "../subscribers/purge-subscribers.server.ts";
import { autosaveIssue, changeIssue } from "./change-issue.server.ts";
import { ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";
import { addIssueItem, removeIssueItem } from "./issue-items.server.ts";
import { listArchivedIssues, findArchivedIssue } from "./archived-issues.server.ts";
import { findIssue, listIssues, restoreIssue } from "./issues.server.ts";
import { DELETED_RETENTION_DAYS } from "../subscribers/retention-days.ts";
import { buildIssue, buildSubscriber } from "../newsletter-builders.ts";
import { startDueIssues, startIssue } from "../sending/start-issue.server.ts";
import { listRemovedItems } from "../subscribers/removed-items.server.ts";

/** The editor of every test, since the audit log needs an existing account. */
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

describe("a refused form", () => {
  test("keeps its version, so that sending it again doesn't overwrite another editor's text", async ({ db }) => {
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
  test("is saved unless another editor has changed it meanwhile; then it is refused with the typed text", async ({
    db,
  }) => {
    const { id, itemId } = await issueWithPlace(db);
    const note = (was: string, typed: string) =>
      change(db, id, { do: "save", ...page, ...noteFields(itemId, was, typed) });

    expect(await note("", "Go early.")).toMatchObject({ done: "saved" });
    expect(await note("", "Go late.")).toMatchObject({
      status: 409,
      notes: [{ itemId, text: "Go late.", original: "", problem: expect.stringContaining("Another editor") }],
    });
    expect(await note("Go early.", "x".repeat(NOTE_CHARACTERS_MAX + 1))).toMatchObject({
      status: 400,
      notes: [{ original: "Go early." }],
    });
    expect((await db.select().from(newsletterItems))[0]?.note).toBe("Go early.");
    expect(await note("Go early.", "Go late.")).toMatchObject({ done: "saved" });
  });

  test("on a removed item isn't reported as saved", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    await removeIssueItem(db, { id, itemId, by: EDITOR, now: NOW });

    expect(await change(db, id, { do: "save", ...page, ...noteFields(itemId, "", "Go early.") })).toMatchObject({
      status: 409,
      why: expect.stringContaining("“Go early.”"),
    });
  });
});

describe("a removed item", () => {
  test("is restored once at its position with its note, and removed until then", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    await change(db, id, { do: "save", ...page, ...noteFields(itemId, "", "Go early.") });
    const last = await buildPlace(db, { name: "Last House" });
    await addIssueItem(db, { id, by: EDITOR, item: { placeId: last.id }, now: NOW });
    const before = await itemsOf(db, id);

    await change(db, id, { do: `remove:${itemId}` });
    const [removed] = await listRemovedItems(db, id);
    const putBack = () => change(db, id, { do: `return:${removed?.entryId}` });
    expect([await putBack(), await putBack()]).toEqual([
      { done: "saved", hash: "#items" },
      { done: "saved", hash: "#items" },
    ]);

    expect(await itemsOf(db, id)).toEqual(before);
    expect(await listRemovedItems(db, id)).toEqual([]);
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, "newsletter.put-in"));
    expect(entry?.after).toMatchObject({ note: "Go early." });
  });

  test("can't be restored to another issue or a full one", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    const other = await buildIssue(db);
    await removeIssueItem(db, { id, itemId, by: EDITOR, now: NOW });
    const [removed] = await listRemovedItems(db, id);
    const putBack = (into: string) => change(db, into, { do: `return:${removed?.entryId}` });

    expect(await putBack(other.id)).toMatchObject({ status: 404 });
    expect(await change(db, id, { do: "return:x" })).toMatchObject({ status: 400 });
    for (let count = 0; count < ITEMS_MAX; count += 1) {
      await addIssueItem(db, { id, by: EDITOR, item: { placeId: (await buildPlace(db)).id }, now: NOW });
    }
    expect(await putBack(id)).toMatchObject({ status: 409 });
    expect(await db.$count(newsletterItems, eq(newsletterItems.issueId, id))).toBe(ITEMS_MAX);
  });
});

describe("every button", () => {
  test.for(["enter", "look:dark", "find", "ask-send", "ask-delete", "test", "schedule"])(
    "%s saves the text and the notes first",
    async (pressed, { db }) => {
      const { id, itemId } = await issueWithPlace(db);
      const typed = { ...page, ...noteFields(itemId, "", "Go early."), subject: "Typed", intro: "Also typed." };
      const rest = { test: "ada@example.com", at: "2027-06-01T08:00" };

      const outcome = await change(db, id, { do: pressed, ...typed, ...rest });

      expect(outcome).toHaveProperty("done");
      expect(await findIssue(db, id)).toMatchObject({ subject: "Typed", intro: "Also typed." });
      expect((await db.select().from(newsletterItems))[0]?.note).toBe("Go early.");
    },
  );

  test("adding, moving and removing items saves the text, and the same text makes no new version", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    const other = await buildPlace(db);

    const added = await change(db, id, { do: `add:place-${other.id}`, ...page, subject: "Typed" });
    expect(added).toEqual({ done: "saved", hash: "#items" });
    const version = String((await findIssue(db, id))?.version);
    await change(db, id, { do: `down:${itemId}`, ...page, subject: "Typed", version });
    await change(db, id, { do: `remove:${itemId}`, ...page, subject: "Typed", version });

    expect(await findIssue(db, id)).toMatchObject({ subject: "Typed", version: Number(version) });
    expect((await db.select().from(newsletterItems)).map(({ placeId }) => placeId)).toEqual([other.id]);
  });

  test("does nothing if the text can't be saved, and the whole input is returned", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    const typed = {
      ...page,
      ...noteFields(itemId, "", "Go early."),
      subject: "x".repeat(121),
      test: "ada@example.com",
      at: "2027-11-07T01:30",
      fold: "second",
    };

    const refused = await change(db, id, { do: "test", ...typed });

    expect(refused).toMatchObject({
      status: 400,
      problems: { subject: expect.any(String) },
      typed: { subject: "x".repeat(121) },
      notes: [{ text: "Go early." }],
      test: "ada@example.com",
      time: { at: "2027-11-07T01:30", fold: "second" },
    });
    expect(await db.$count(mails)).toBe(0);
  });

  test("saves the text even if the time is refused, and returns the new version", async ({ db }) => {
    const { id } = await issueWithPlace(db);

    const refused = await change(db, id, { do: "schedule", ...page, subject: "Typed", at: "2020-01-01T08:00" });

    expect(refused).toMatchObject({ status: 400, problems: { at: expect.any(String) }, typed: { subject: "Typed" } });
    expect((await findIssue(db, id))?.version).toBe(Number(versionOf(refused)));
  });

  test("a time that comes twice needs a choice, and a skipped time is refused", async ({ db }) => {
    const { id } = await issueWithPlace(db);
    const schedule = async (at: string, fold = "") => {
      const { version } = (await findIssue(db, id)) ?? {};
      return change(db, id, { do: "schedule", ...page, version: String(version), at, fold });
    };

    expect(await schedule("2027-03-14T02:30")).toMatchObject({ status: 400, time: { at: "2027-03-14T02:30" } });
    expect(await schedule("2027-11-07T01:30")).toMatchObject({
      status: 400,
      time: { twice: { first: expect.stringContaining("EDT"), second: expect.stringContaining("EST") } },
    });
    expect(await findIssue(db, id)).toMatchObject({ state: "draft", sendAt: null });
    expect(await schedule("2027-11-07T01:30", "second")).toMatchObject({ done: "scheduled" });
    expect(await findIssue(db, id)).toMatchObject({ state: "scheduled", sendAt: new Date("2027-11-07T06:30:00Z") });
  });

  test("sending is refused if the text has changed since it was shown, and the text is saved", async ({ db }) => {
    const { id } = await issueWithPlace(db);
    await buildSubscriber(db);
    const seen = String((await findIssue(db, id))?.updatedAt.getTime());

    const refused = await change(db, id, { do: "send", ...page, subject: "Typed", seen }, later(1));

    expect(refused).toMatchObject({ status: 409 });
    expect(await findIssue(db, id)).toMatchObject({ subject: "Typed", state: "draft" });
  });
});

describe("autosave", () => {
  test("saves text and notes, and a repeated save of the same text counts once", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);
    const typed = { ...page, ...noteFields(itemId, "", "Go early."), subject: "Typed" };

    const saved = { status: 200, why: null, version: 2, newest: 2, notes: [{ itemId, was: "Go early." }] };
    expect(await autosave(db, id, typed)).toMatchObject(saved);
    expect(await autosave(db, id, typed, later(1))).toMatchObject(saved);

    expect(await findIssue(db, id)).toMatchObject({ subject: "Typed", version: 2 });
    expect(await db.$count(auditEntries, eq(auditEntries.action, "newsletter.save"))).toBe(1);
  });

  test("refuses to overwrite another editor's version, and returns the version to overwrite it with", async ({
    db,
  }) => {
    const { id } = await buildIssue(db);
    await autosave(db, id, { ...page, subject: "Of another editor" });

    const refused = await autosave(db, id, { ...page, subject: "Mine" });
    expect(refused).toMatchObject({
      status: 409,
      version: 1,
      newest: 2,
      why: expect.stringContaining("Another editor"),
    });
    expect((await findIssue(db, id))?.subject).toBe("Of another editor");
    expect(await autosave(db, id, { ...page, subject: "Mine", version: "2" })).toMatchObject({ status: 200 });
  });

  test("explains in one line why the text can't be saved", async ({ db }) => {
    const { id, itemId } = await issueWithPlace(db);

    expect(await autosave(db, id, { ...page, subject: "x".repeat(121) })).toMatchObject({
      status: 400,
      why: "We couldn’t save. Write at most 120 characters. You wrote 121.",
      version: 1,
      newest: 1,
    });
    const long = noteFields(itemId, "", "x".repeat(NOTE_CHARACTERS_MAX + 1));
    expect(await autosave(db, id, { ...page, ...long, subject: "Typed" })).toMatchObject({
      status: 400,
      version: 2,
      notes: [],
    });
    expect((await findIssue(db, id))?.subject, "the text is saved").toBe("Typed");
  });

  test("is refused for scheduled issues, which could be sent with half a sentence, and for deleted ones", async ({
    db,
  }) => {
    const [scheduled, deleted] = [
      await buildIssue(db, { state: "scheduled", sendAt: later(DAY_MS) }),
      await buildIssue(db, { deletedAt: NOW }),
    ];

    for (const { id } of [scheduled, deleted]) {
      const refused = await autosave(db, id, { ...page, subject: "Half a sen" });
      expect(refused).toMatchObject({ status: 409, newest: refused.version });
    }
    expect((await findIssue(db, scheduled.id))?.subject).toBe("A week in Washington");
  });
});

describe("a deleted draft", () => {
  test("is hidden and not sent, and can be restored as a draft until it is purged", async ({ db }) => {
    const { id } = await buildIssue(db, { state: "scheduled", sendAt: later(DAY_MS) });

    expect(await change(db, id, { do: "delete" })).toMatchObject({ done: "deleted" });
    expect((await listIssues(db, { page: 1 })).items.map((issue) => issue.id)).not.toContain(id);
    expect(await startDueIssues(db, { postalAddress: null, now: later(2 * DAY_MS) })).toEqual([]);
    expect(await change(db, id, { do: "save", subject: "Still here?", version: "2" })).toMatchObject({ status: 409 });
    expect(await restoreIssue(db, { id, by: EDITOR, now: NOW })).toBe(true);
    expect(await restoreIssue(db, { id, by: EDITOR, now: NOW })).toBe(false);
    expect(await findIssue(db, id)).toMatchObject({ state: "draft", sendAt: null, deletedAt: null });

    await change(db, id, { do: "delete" });
    await purgeSubscribers(db, later(DELETED_RETENTION_DAYS * DAY_MS));
    expect(await findIssue(db, id)).not.toBeNull();
    await purgeSubscribers(db, later(DELETED_RETENTION_DAYS * DAY_MS + 1));
    expect(await findIssue(db, id)).toBeNull();
    expect(await db.$count(auditEntries, eq(auditEntries.action, "newsletter.delete"))).toBe(2);
    expect(await db.$count(auditEntries, eq(auditEntries.action, "newsletter.restore"))).toBe(1);
  });
});

describe("an issue in the archive", () => {
  test("can be hidden from and shown in the list, the feed's list and at its URL", async ({ db }) => {
    const { id } = await buildIssue(db);
    await buildSubscriber(db);
    await startIssue(db, { id, by: null, postalAddress: null, now: NOW });
    const slug = (await findIssue(db, id))?.slug ?? "";
    const isVisible = async () => [
      (await findArchivedIssue(db, slug)) !== null,
      (await listArchivedIssues(db, { page: 1 })).items.some((issue) => issue.slug === slug),
    ];

    expect(await change(db, id, { do: "put-back" })).toMatchObject({ status: 409 });
    expect(await change(db, id, { do: "take-down" })).toMatchObject({ done: "taken-down" });
    expect(await isVisible()).toEqual([false, false]);
    expect(await change(db, id, { do: "take-down" })).toMatchObject({ status: 409 });
    expect(await change(db, id, { do: "put-back" })).toMatchObject({ done: "put-back" });
    expect(await isVisible()).toEqual([true, true]);
    const rows = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["newsletter.take-down", "newsletter.put-back"]),
    );
  });

  test("must have been sent before it can be hidden", async ({ db }) => {
    const { id } = await buildIssue(db);

    expect(await change(db, id, { do: "take-down" })).toMatchObject({ status: 409 });
  });
});

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** The text of `buildIssue` as form fields. */
const page = {
  words: "yes",
  version: "1",
  subject: "A week in Washington",
  preview: "New places",
  intro: "Hello **reader**.",
};

function noteFields(itemId: number, was: string, note: string): Record<string, string> {
  return { notes: String(itemId), [`was-${itemId}`]: was, [`note-${itemId}`]: note };
}

/** Items in order, without ids. */
async function itemsOf(db: Database, issueId: string) {
  const rows = await db
    .select({ placeId: newsletterItems.placeId, note: newsletterItems.note })
    .from(newsletterItems)
    .where(eq(newsletterItems.issueId, issueId))
    .orderBy(newsletterItems.position, newsletterItems.id);
  return rows;
}

async function issueWithPlace(db: Database): Promise<{ id: string; itemId: number }> {
  const place = await buildPlace(db);
  const { id } = await buildIssue(db);
  await addIssueItem(db, { id, by: EDITOR, item: { placeId: place.id }, now: NOW });
  const [item] = await db.select().from(newsletterItems);
  if (item === undefined) throw new Error("The place was not added");
  return { id, itemId: item.id };
}

function change(db: Database, id: string, fields: Record<string, string>, now = NOW) {
  const form = { text: (name: string) => fields[name] ?? "" };
  return changeIssue({ db, env: readEnv({}), now }, { id, by: EDITOR, form });
}

function autosave(db: Database, id: string, fields: Record<string, string>, now = NOW) {
  const form = { text: (name: string) => fields[name] ?? "" };
  return autosaveIssue({ db, env: readEnv({}), now }, { id, by: EDITOR, form });
}

function versionOf(outcome: Awaited<ReturnType<typeof changeIssue>>): string {
  if (!("status" in outcome)) throw new Error("It was not refused");
  return String(outcome.version);
}
