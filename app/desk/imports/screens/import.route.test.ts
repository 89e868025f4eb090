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
