import { desc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { clearAuditLog } from "./audit-builders.ts";
import { recordChange } from "./audit.server.ts";
import type { Json } from "./audit-json.ts";

const POST = { kind: "post", id: "12" };

describe("recording a change", () => {
  test("stores actor, time, action, subject and the values before and after", async ({ db }) => {
    const editor = await buildUser(db, { role: "admin" });

    const entry = await recorded(db, { actor: { kind: "staff", id: editor.id }, before: { status: "draft" } });

    expect(entry).toMatchObject({
      recordedAt: NOW,
      actorKind: "staff",
      actorId: editor.id,
      actorName: null,
      action: "post.publish",
      subjectKind: "post",
      subjectId: "12",
      before: { status: "draft" },
      after: { status: "published" },
      isRedacted: false,
    });
  });

  test("stores a job by its name, and a missing value as null", async ({ db }) => {
    const entry = await recorded(db, { actor: { kind: "job", id: "reopen-places" } });

    expect(entry).toMatchObject({ actorId: null, actorName: "reopen-places", before: null });
    const isNull = sql<boolean>`${auditEntries.before} is null`;
    const [row] = await db.select({ isNull }).from(auditEntries).where(eq(auditEntries.id, entry.id));
    expect(row).toEqual({ isNull: true });
  });

  test("truncates long values and strips characters that the database rejects in JSON", async ({ db }) => {
    const body = "x".repeat(5_000);
    const cut = `${"x".repeat(2_000)}… (3000 characters more)`;

    const { before } = await recorded(db, { before: { body, hostile: "a\0b\uD800", nothing: undefined } });
    const { after } = await recorded(db, { after: Array.from({ length: 30 }, () => body) });
    const { before: many } = await recorded(db, { before: Array.from({ length: 300 }, (_, number) => number) });

    expect(before).toEqual({ body: cut, hostile: "ab\uFFFD" });
    expect(after).toEqual({ tooLargeToStore: expect.stringMatching(/^\d+ characters$/) });
    expect(many).toHaveLength(201);
  });

  test("fails together with the change if the action is malformed", async ({ db }) => {
    const wrong = db.transaction((tx) => recorded(tx, { action: "Published it" }));

    await expect(wrong).rejects.toThrow();
    expect(await db.$count(auditEntries, eq(auditEntries.subjectKind, "post"))).toBe(0);
  });
});

describe("the audit log", () => {
  test.for([
    ["changed", sql`update audit_entries set action = 'post.other'`],
    ["blanked", sql`update audit_entries set before = null, after = null, is_redacted = true`],
    ["deleted row by row", sql`delete from audit_entries`],
    ["truncated", sql`truncate audit_entries`],
    ["truncated by cascade", sql`truncate users cascade`],
  ] as const)("can't be %s", async ([, statement], { db }) => {
    await recorded(db, {});

    await expect(db.transaction((tx) => tx.execute(statement))).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: expect.stringContaining("only added to") }),
      }),
    );

    expect(await db.$count(auditEntries, eq(auditEntries.action, "post.publish"))).toBe(1);
  });

  test("blanks the entries about a deleted user, and no others", async ({ db }) => {
    await clearAuditLog(db);
    const [deletedUser, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const byDeletedUser = await recorded(db, { actor: { kind: "owner", id: deletedUser.id }, before: { phone: "1" } });
    const aboutDeletedUser = await recorded(db, {
      actor: { kind: "staff", id: editor.id },
      subject: { kind: "person", id: deletedUser.id },
      before: { role: "member" },
    });
    const aboutTheirReview = await recorded(db, { subject: { kind: "review", id: "r1" }, about: [deletedUser.id] });
    const inPlace = await recorded(db, { subject: { kind: "place", id: "7" }, before: [{ owner: deletedUser.id }] });
    const unrelated = await recorded(db, { actor: { kind: "staff", id: editor.id } });

    await db.delete(users).where(eq(users.id, deletedUser.id));

    const blank = { before: null, after: null, mentions: [], isRedacted: true };
    expect(await entries(db)).toEqual([
      { ...byDeletedUser, actorId: null },
      { ...aboutDeletedUser, ...blank, subjectId: null },
      { ...aboutTheirReview, ...blank, subjectId: null },
      { ...inPlace, ...blank },
      unrelated,
    ]);
    expect(JSON.stringify(await queryRows(db, sql`select * from audit_entries`))).not.toContain(deletedUser.id);
  });
});

type Given = Partial<Parameters<typeof recordChange>[1]> & { before?: Json };

/** Records that a guide was published, unless `given` overrides it, and returns the entry. */
async function recorded(db: Database, given: Given) {
  await recordChange(db, {
    actor: { kind: "staff", id: null },
    action: "post.publish",
    subject: POST,
    before: null,
    after: { status: "published" },
    now: NOW,
    ...given,
  });
  const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  if (entry === undefined) throw new Error("The entry was not saved");
  return entry;
}

function entries(db: Database) {
  return db.select().from(auditEntries).orderBy(auditEntries.id);
}
