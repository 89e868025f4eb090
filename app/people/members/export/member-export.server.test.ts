import { describe, expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { reviewBrowsers } from "#app/db/schema/reviews.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { BUSY_MARK, buildBusyMember, userReferenceColumns } from "#tests/busy-member.ts";
import { test } from "#tests/test-database.ts";

import { EXPORT_SECTIONS, streamMemberExport } from "./member-export.server.ts";

const Head = z.object({
  format: z.literal("rowhouse-member-export"),
  version: z.number(),
  exportedAt: z.iso.datetime(),
});
const Sections = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

describe("a member's export", () => {
  test("covers every table that references users", async ({ db }) => {
    const named = (await userReferenceColumns(db)).map(({ table }) => table);
    const read = EXPORT_SECTIONS.flatMap(({ tables }) => tables);

    expect(named.length).toBeGreaterThan(8);
    expect(read.toSorted(), "add the new table's user data to the export").toEqual(
      [...new Set([...named, "users"])].toSorted(),
    );
  });

  test("has everything stored about a user", async ({ db }) => {
    const { member, place, guide, listId, reviewId, other } = await buildBusyMember(db);

    const file = await exported(db, member.id);

    for (const { name } of EXPORT_SECTIONS) expect(file[name]?.length, name).toBeGreaterThan(0);
    expect(file).toMatchObject({
      account: [{ id: member.id, email: member.email, name: member.name, neighborhood: "shaw", isPublic: true }],
      pictures: [{ base64: expect.stringMatching(/^\/9j\//) }],
      identities: [{ subject: BUSY_MARK }],
      sessions: [{ browser: "Firefox on Linux" }],
      savedPlaces: [{ place: place.slug }],
      savedGuides: [{ guide: guide.slug }],
      lists: [{ id: listId, entries: [{ place: place.slug, note: `Entry ${BUSY_MARK}` }] }],
      reviews: [
        {
          id: reviewId,
          body: `Second words of ${BUSY_MARK}.`,
          earlierVersions: [{ version: 1, body: `First words of ${BUSY_MARK}.` }],
          moderation: [{ decision: "approved", decisionReason: "It is fine." }],
        },
      ],
      placePhotos: expect.arrayContaining([
        expect.objectContaining({ place: place.slug, submission: null }),
        expect.objectContaining({ place: null, submission: `Bakery ${BUSY_MARK}`, alt: `Front of ${BUSY_MARK}` }),
      ]),
      helpfulVotes: [{ review: other.id }],
      reports: [{ review: other.id, note: `Report ${BUSY_MARK}` }],
      decisions: expect.arrayContaining([
        expect.objectContaining({ kind: "reported-review", decision: "rejected", decisionReason: "Spam." }),
        expect.objectContaining({ kind: "reported-question", decision: "approved" }),
      ]),
    });
  });

  test("has nothing about other users", async ({ db }) => {
    const { member, other } = await buildBusyMember(db);
    const bystander = await buildUser(db);

    const theirs = JSON.stringify(await exported(db, member.id));
    const bystanders = await exported(db, bystander.id);

    expect(theirs).not.toContain(other.authorId);
    expect(theirs).not.toContain(other.body);
    expect(JSON.stringify(bystanders)).not.toContain(BUSY_MARK);
    const filled = EXPORT_SECTIONS.filter(({ name }) => (bystanders[name]?.length ?? 0) > 0).map(({ name }) => name);
    expect(filled).toEqual(["account"]);
  });

  test("is complete when it is read in several parts", async ({ db }) => {
    const member = await buildUser(db);
    const marks = Array.from({ length: 1_001 }, (_, number) => number.toString(16).padStart(64, "0"));
    await db
      .insert(reviewBrowsers)
      .values(marks.map((browserHash) => ({ userId: member.id, browserHash, wroteAt: NOW })));

    const file = await exported(db, member.id);

    expect(file["reviewBrowsers"]?.map(({ browserHash }) => browserHash)).toEqual(marks);
  });
});

async function exported(db: Database, userId: string) {
  let text = "";
  for await (const part of streamMemberExport(db, { userId, now: NOW })) text += part;
  const { format, version, exportedAt, ...sections } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  expect(Head.parse({ format, version, exportedAt }).exportedAt).toBe(NOW.toISOString());
  return Sections.parse(sections);
}
