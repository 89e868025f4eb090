import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { importRecords } from "#app/db/schema/importing.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { buildCheckedImport, buildFile, processTestImport } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import * as route from "./import.route.tsx";
import { listImportEntries } from "../run/import-queries.server.ts";
import { importPath } from "./imports.ts";
import { saveCategoryMappings } from "./import-lifecycle.server.ts";

test("the category of a file without kinds can be set, changed and removed", async ({ db }) => {
  const path = buildFile(["Name,Address,Kind", "Zephyr Kites,2600 Benning Rd NE,"].join("\n"));
  const { id } = await buildCheckedImport(db, { path, source: { ...OPENSTREETMAP, id: "import-merchants" } });
  const person = await buildUser(db, { role: "admin" });
  const send = async (fields: Record<string, string>) => {
    const answer = await requestRoute(db, { route, path: importPath(id), params: { id }, fields, person });
    await processTestImport(db, id, NOW);
    const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
    return [answer, record?.outcome, record?.facts.type];
  };
  const fieldsFor = (category: string, type: string) => ({ "category-": category, "type-": type });

  expect(await send({ do: "kinds", ...fieldsFor("shopping", "Kite shop") })).toEqual([
    importPath(id),
    "new",
    "Kite shop",
  ]);
  expect(await send({ do: "own-kinds", key: "", ...fieldsFor("services", "") })).toEqual([400, "new", "Kite shop"]);
  const changed = { do: "own-kinds", key: "", ...fieldsFor("services", "Kite school") };
  expect(await send(changed)).toEqual([importPath(id), "new", "Kite school"]);
  expect(await send({ do: "own-kinds", key: "", ...fieldsFor("", "") })).toEqual([
    importPath(id),
    "skipped",
    undefined,
  ]);
});

test("the audit log shows a category mapping with the value before it", async ({ db }) => {
  const { id } = await buildUser(db, { role: "admin" });
  const [embassy, bar] = [
    { category: "services", type: "Embassy" } as const,
    { category: "nightlife", type: "Bar" } as const,
  ];
  for (const kind of [embassy, bar, null]) {
    const kinds = [{ key: "alien_embassy", kind }];
    await saveCategoryMappings(db, { format: "overture", kinds, actor: { kind: "staff", id }, now: NOW });
  }

  const isMappingEntry = eq(auditEntries.action, "import.map-category");
  expect(await db.select().from(auditEntries).where(isMappingEntry).orderBy(auditEntries.id)).toMatchObject([
    { before: null, after: embassy },
    { before: embassy, after: bar },
    { before: bar, after: null },
  ]);
});

test("a category of the guide's own names is understood, with the type beside it", async ({ db }) => {
  const rows = [
    ["Name", "Address", "Category", "Type"],
    ["Zephyr Ramen", "2600 Benning Rd NE", "Food & Dining", "Ramen bar"],
    ["Zephyr Bread", "2602 Benning Rd NE", "food and dining", "bakery"],
    ["Zephyr Repairs", "2604 Benning Rd NE", "Services", ""],
    ["Zephyr Kites", "2606 Benning Rd NE", "", "Bookstore"],
    ["Zephyr Oboes", "2608 Benning Rd NE", "Oboe heaven", "Oboe maker"],
  ];
  const path = buildFile(rows.map((row) => row.join(",")).join("\n"));
  const { id } = await buildCheckedImport(db, { path, source: { ...OPENSTREETMAP, id: "import-merchants" } });

  const fresh = await listImportEntries(db, { importId: id, group: "new", page: 1 });
  const skipped = await listImportEntries(db, { importId: id, group: "skipped", page: 1 });

  expect(fresh.map(({ name, address, kind, place }) => [name, address, kind, place])).toEqual([
    ["Zephyr Ramen", "2600 Benning Road NE", "Food & Dining: Ramen bar", null],
    ["Zephyr Bread", "2602 Benning Road NE", "Food & Dining: Bakery", null],
    ["Zephyr Repairs", "2604 Benning Road NE", "Services: Services", null],
    ["Zephyr Kites", "2606 Benning Road NE", "Shopping: Bookstore", null],
  ]);
  expect(skipped.map(({ name, line, reason }) => [name, line, reason])).toEqual([
    ["Zephyr Oboes", 6, expect.stringContaining("Oboe maker")],
  ]);
  const person = await buildUser(db, { role: "admin" });
  const ask = (query: string) =>
    requestRoute(db, { route, path: `${importPath(id)}?${query}`, params: { id }, person });
  expect([await ask("show=skipped&page=99"), await ask("show=no-such-group&page=x")]).toEqual([200, 200]);
});
