import type { Database } from "#app/db/database.server.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import {
  clearDemo,
  countDemo,
  DEMO_FOLDER,
  DEMO_SEED,
  type DemoCounts,
  isServedInProduction,
  loadDemo,
} from "#app/desk/demo/load-demo.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { assertTrialIsLocal } from "#app/http/trial-host.ts";

import type { CommandInput } from "./with-database.ts";

const USAGE = "Usage: npm run cli -- demo load [SEED] | clear | status";

/** Loads demo data, clears it, or reports how much there is. */
export async function demo({ opened, args: words, print }: CommandInput): Promise<number> {
  const [verb, seedWord = String(DEMO_SEED)] = words;
  if (verb === "status") {
    print(describeCounts(await countDemo(opened.db)));
    return 0;
  }
  if (verb === "clear") {
    await opened.runExclusively(async (db) => {
      await clearDemo(db);
      await recordDemo(db, { action: "demo.clear", after: null });
    });
    print("Demo data cleared.");
    return 0;
  }
  if (verb !== "load" || !/^\d{1,9}$/.test(seedWord)) {
    print(USAGE);
    return 2;
  }
  if (await isServedInProduction(opened.db)) {
    print("A production site is running on this database, and production sites can't have demo data.");
    return 1;
  }
  assertTrialIsLocal(readEnv(process.env));
  const input = { folder: DEMO_FOLDER, seed: Number(seedWord), now: new Date() };
  const loaded = await opened.runExclusively(async (db) => {
    const counts = await loadDemo(db, input);
    await recordDemo(db, { action: "demo.load", after: counts });
    return counts;
  });
  print(describeCounts(loaded));
  return 0;
}

async function recordDemo(db: Database, done: { action: string; after: DemoCounts | null }): Promise<void> {
  const actor = { kind: "command", id: "demo" } as const;
  await recordChange(db, { actor, ...done, subject: { kind: "demo", id: "demo" }, before: null, now: new Date() });
}

function describeCounts({ people, reviews, dailyViews, personas }: DemoCounts): string {
  const signedIn = personas === 0 ? "" : ` Development accounts: ${personas}.`;
  if (people + dailyViews === 0) return `There is no demo data.${signedIn}`;
  return `Demo data: ${people} people, ${reviews} reviews, ${dailyViews} rows of views.${signedIn}`;
}
