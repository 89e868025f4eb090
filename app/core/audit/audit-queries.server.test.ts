import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { clearAuditLog } from "./audit-builders.ts";
import { recordChange } from "./audit.server.ts";
import { streamAuditCsv, findAuditPage, findLoggedActions, parseAuditFilters } from "./audit-queries.server.ts";

test("the audit log can be filtered by actor, actor kind, action, subject, date and text", async ({ db }) => {
  await clearAuditLog(db);
  const ada = await buildUser(db, { name: "Ada Quill", role: "admin" });
  const place = await buildPlace(db, { name: "Corner House" });
  const subject = { kind: "place", id: String(place.id) };
  const edit = { action: "place.edit", subject, before: { phone: "1_2" }, after: { phone: "3" } };
  await recordChange(db, { actor: { kind: "staff", id: ada.id }, ...edit, now: new Date("2027-01-13T04:59:59Z") });
  await recordChange(db, { actor: { kind: "job", id: "reopen-places" }, ...edit, action: "place.reopen", now: NOW });

  expect(await actionsFound(db, "")).toEqual(["place.reopen", "place.edit"]);
  expect(await actionsFound(db, "?who=qUILL")).toEqual(["place.edit"]);
  expect(await actionsFound(db, `?who=${ada.id.slice(0, 8)}`)).toEqual(["place.edit"]);
  expect(await actionsFound(db, "?who=reopen-places")).toEqual(["place.reopen"]);
  expect(await actionsFound(db, "?as=job")).toEqual(["place.reopen"]);
  expect(await actionsFound(db, "?action=place.edit")).toEqual(["place.edit"]);
  expect(await actionsFound(db, `?subject=place&id=${place.id}`)).toEqual(["place.reopen", "place.edit"]);
  expect(await actionsFound(db, "?subject=post")).toEqual([]);
  // Just before midnight in Washington.
  expect(await actionsFound(db, "?to=2027-01-12")).toEqual(["place.edit"]);
  expect(await actionsFound(db, "?from=2027-01-13")).toEqual(["place.reopen"]);
  expect(await actionsFound(db, "?q=1_2")).toHaveLength(2);
  expect(await actionsFound(db, "?q=1%252")).toEqual([]);
  expect(await actionsFound(db, "?from=2027-13-40&as=king&page=-2")).toHaveLength(2);
  expect(await findLoggedActions(db)).toEqual(expect.arrayContaining(["place.edit", "place.reopen"]));
});

test("an entry shows its actor, its subject and the changed values", async ({ db }) => {
  const mia = await buildUser(db, { name: "Mia" });
  const actor = { kind: "command", id: "suspend" } as const;
  const change = { before: { role: "member" }, after: { role: "admin" } };
  await recordChange(db, {
    actor,
    action: "person.role",
    subject: { kind: "person", id: mia.id },
    ...change,
    now: NOW,
  });

  const { entries } = await findAuditPage(db, parseAuditFilters(new URLSearchParams("?subject=person")));

  expect(entries).toMatchObject([
    {
      who: { label: "suspend", id: null },
      subject: { kind: "person", id: mia.id, label: "Mia", to: `/admin/users/${mia.id}` },
      values: [{ path: "role", before: "member", after: "admin" }],
      isRedacted: false,
    },
  ]);
});

test("saves of a draft by one person that follow each other are one entry, with times in Washington", async ({
  db,
}) => {
  const [mia, ben] = [await buildUser(db, { name: "Mia" }), await buildUser(db, { name: "Ben" })];
  const save = (id: string, minute: number) =>
    recordChange(db, {
      actor: { kind: "staff", id },
      action: "post.save-draft",
      subject: { kind: "post", id: "1" },
      before: { version: minute },
      after: { version: minute + 1, publishAt: "2027-02-01T17:00:00.000Z" },
      now: new Date(NOW.getTime() + minute * 60_000),
    });
  for (const minute of [1, 2, 3]) await save(mia.id, minute);
  await save(ben.id, 4);
  await save(mia.id, 5);

  const { entries } = await findAuditPage(db, parseAuditFilters(new URLSearchParams("?subject=post&id=1")));

  expect(entries.map(({ who, folded }) => [who.label, folded?.count ?? 1])).toEqual([
    ["Mia", 1],
    ["Ben", 1],
    ["Mia", 3],
  ]);
  expect(entries[2]?.values.map(({ before, after }) => [before, after?.replaceAll(/\s/g, " ")])).toEqual([
    ["1", "4"],
    [null, "Feb 1, 2027, 12:00 PM"],
  ]);
});

test("the CSV has the entries that the page shows, with formulas escaped", async ({ db }) => {
  const actor = { kind: "command", id: "=1+1" } as const;
  const subject = { kind: "post", id: "1" };
  await recordChange(db, { actor, action: "post.edit", subject, before: null, after: "a, b", now: NOW });

  let text = "";
  for await (const part of streamAuditCsv(db, parseAuditFilters(new URLSearchParams("?subject=post")))) text += part;

  expect(text.split("\r\n")[1]).toBe(`2027-01-13T17:00:00.000Z,command,'=1+1,,post.edit,post,1,,"""a, b""",no`);
});

/** The actions of the entries found. */
async function actionsFound(db: Database, search: string): Promise<string[]> {
  const { entries, count } = await findAuditPage(db, parseAuditFilters(new URLSearchParams(search)));
  expect(count).toBe(entries.length);
  return entries.map(({ action }) => action);
}
