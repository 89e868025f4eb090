import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { bySlug } from "../decision-builders.ts";
import {
  buildCheckedImport,
  buildFeature,
  buildFeatureFile,
  buildImport,
  processTestImport,
} from "../import-builders.ts";
import { OVERTURE } from "../mapping/import-source.ts";
import * as route from "../screens/import.route.tsx";
import { importPath } from "../screens/imports.ts";
import { describeBrake } from "./brake.ts";
import { brakeReason } from "./measure-effect.server.ts";

const JOB = { kind: "job", id: "test" } as const;

/** More than three in a hundred of the published places. */
const MANY = 120;

test("a run that would change many places waits for an editor, who runs it anyway", async ({ db }) => {
  await buildImport(db, { path: kites(MANY, { digit: 1 }) });
  const { id } = await buildCheckedImport(db, { path: kites(MANY, { digit: 2 }) });
  const reason = await brakeReason(db, { importId: id, actor: JOB, now: NOW });
  const held = await stageOf(db, id);
  const answer = await press(db, id, { do: "run", new: "publish" });
  await processTestImport(db, id, NOW);

  expect(reason).toMatch(/^It would change 120 of [\d,]+ published places\.$/);
  expect(held).toEqual({ stage: "checked", problem: reason });
  expect(answer).toBe(importPath(id));
  expect(await stageOf(db, id)).toEqual({ stage: "done", problem: null });
  expect(await bySlug(db, "plover-7-kites")).toMatchObject({ phone: "+12025552007" });
});

test("an editor discards a run that was held, and nothing changes", async ({ db }) => {
  await buildImport(db, { path: kites(MANY, { digit: 1 }) });
  const { id } = await buildCheckedImport(db, { path: kites(MANY, { digit: 2 }) });
  await brakeReason(db, { importId: id, actor: JOB, now: NOW });
  await press(db, id, { do: "cancel" });

  expect(await stageOf(db, id)).toMatchObject({ stage: "cancelled" });
  expect(await bySlug(db, "plover-7-kites")).toMatchObject({ phone: "+12025551007" });
});

test("new places, added facts, newer dates and a few changes don't hold a run", async ({ db }) => {
  await buildImport(db, { path: kites(MANY, { digit: 1 }) });
  const few = await buildCheckedImport(db, { path: kites(30, { digit: 2 }) });
  const dated = await buildCheckedImport(db, { path: kites(MANY, { digit: 1, on: "2027-01-02", site: true }) });
  const other = await buildCheckedImport(db, { path: kites(30, { digit: 1 }), source: { ...OVERTURE, id: "other" } });

  expect(await brakeReason(db, { importId: few.id, actor: JOB, now: NOW })).toBeNull();
  expect(await brakeReason(db, { importId: dated.id, actor: JOB, now: NOW })).toBeNull();
  expect(dated.report.effect).toMatchObject({ changing: 0, isFirst: false });
  expect(other.report.effect).toMatchObject({ changing: 0, isFirst: true });
});

test("a file with everything that lacks most of what its source had is held, a part of it isn't", async ({ db }) => {
  await buildImport(db, { path: kites(10, { digit: 1 }) });
  const whole = await buildCheckedImport(db, { path: kites(4, { digit: 1 }), isWhole: true });
  const half = await buildCheckedImport(db, { path: kites(5, { digit: 1 }), isWhole: true });
  const part = await buildCheckedImport(db, { path: kites(1, { digit: 1 }) });

  expect(await brakeReason(db, { importId: whole.id, actor: JOB, now: NOW })).toBe(
    "It has only 4 of the 10 entries that we know from this source.",
  );
  expect(await brakeReason(db, { importId: half.id, actor: JOB, now: NOW })).toBeNull();
  expect(await brakeReason(db, { importId: part.id, actor: JOB, now: NOW })).toBeNull();
});

test.each([
  [{ published: 2_640, changing: 79, linked: 0, missing: 0 }, null],
  [{ published: 2_640, changing: 80, linked: 0, missing: 0 }, "It would change 80 of 2,640 published places."],
  [
    { published: 2_640, changing: 80, linked: 0, missing: 0, isFirst: true },
    "It would change 80 of 2,640 published places. It’s the first import from this source, so many changes can be right: check some of them.",
  ],
  [{ published: 100, changing: 30, linked: 9, missing: 4 }, null],
  [
    { published: 100, changing: 31, linked: 9, missing: 5 },
    "It would change 31 of 100 published places. It has only 4 of the 9 entries that we know from this source.",
  ],
])("the brake for %o says %s", (effect, text) => {
  expect(describeBrake(effect)).toBe(text);
});

/** So many shops, whose phones have this digit. */
function kites(count: number, { digit, on, site }: { digit: number; on?: string; site?: boolean }): string {
  const features = Array.from({ length: count }, (_, at) =>
    buildFeature({
      id: `plover-${at}`,
      name: `Plover ${at} Kites`,
      at: [38.8973 + (at % 20) / 10_000, -76.9665 + Math.floor(at / 20) / 10_000],
      phones: [`+1202555${digit}${String(at).padStart(3, "0")}`],
      ...(on === undefined ? {} : { sources: [{ dataset: "meta", update_time: `${on}T08:00:00Z` }] }),
      ...(site === true ? { websites: [`https://plover-${at}.example`] } : {}),
    }),
  );
  return buildFeatureFile(features);
}

async function press(db: Database, id: string, fields: Record<string, string>): Promise<unknown> {
  const person = await buildUser(db, { role: "admin" });
  return requestRoute(db, { route, path: importPath(id), params: { id }, fields, person });
}

async function stageOf(db: Database, id: string) {
  const [row] = await db
    .select({ stage: imports.stage, problem: imports.problem })
    .from(imports)
    .where(eq(imports.id, id));
  return row;
}
