import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { deleteTemplate, saveTemplate, listTemplates } from "./templates.server.ts";
import { TEMPLATES_MAX } from "./template.ts";

test("adding, changing and deleting templates is in the audit log, and names are unique", async ({ db }) => {
  const { id: by } = await buildUser(db, { role: "admin" });
  const save = (id: string | null, name: string, body = "Please send the license.") =>
    saveTemplate(db, { id, kind: "claim", name, body, by, now: NOW });

  expect(await save(null, "License")).toHaveProperty("was", null);
  expect(await save(null, "LICENSE")).toBe("name-taken");
  const [template] = await listTemplates(db);
  const id = template?.id ?? "";
  expect(await save(id, "License", "A photo of the license, please.")).toMatchObject({
    was: { kind: "claim", name: "License", body: "Please send the license." },
  });
  expect(await listTemplates(db)).toEqual([
    { id, kind: "claim", name: "License", body: "A photo of the license, please." },
  ]);
  expect(await deleteTemplate(db, { id, by, now: NOW })).toEqual({
    kind: "claim",
    name: "License",
    body: "A photo of the license, please.",
  });
  expect(await deleteTemplate(db, { id, by, now: NOW })).toBeNull();
  expect(await save(id, "License")).toBe("gone");
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.actorId, by));
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    "template.add",
    "template.change",
    "template.delete",
  ]);
});

test("undoing a change fails if another editor has changed the template since", async ({ db }) => {
  const { id: by } = await buildUser(db, { role: "admin" });
  const save = (given: { id: string | null; body: string; over?: string }) =>
    saveTemplate(db, { kind: "claim", name: "License", by, now: NOW, ...given });
  await save({ id: null, body: "First." });
  const [template] = await listTemplates(db);
  const id = template?.id ?? "";
  const second = await save({ id, body: "Second." });
  const over = typeof second === "string" ? second : second.hash;

  await save({ id, body: "Somebody else’s." });
  expect(await save({ id, body: "First.", over })).toBe("changed-since");
  expect(await listTemplates(db)).toMatchObject([{ body: "Somebody else’s." }]);
  await save({ id, body: "Second." });

  expect(await save({ id, body: "First.", over })).toHaveProperty("was.body", "Second.");
});

test(`at most ${TEMPLATES_MAX} templates can be saved`, async ({ db }) => {
  const { id: by } = await buildUser(db, { role: "admin" });
  const add = (name: string) => saveTemplate(db, { id: null, kind: null, name, body: "Words.", by, now: NOW });

  for (let count = 0; count < TEMPLATES_MAX; count += 1)
    expect(await add(`Template ${count}`)).toHaveProperty("was", null);

  expect(await add("One more")).toBe("too-many");
});
