import { foldFigures } from "#app/features/analytics/fold-figures.server.ts";
import { clearDemo } from "#app/features/demo/load-demo.server.ts";
import { rebuildSearch } from "#app/features/search/search-index.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";
import { counted } from "#app/ui/counted.ts";

import { RUN_ACTIONS } from "./actions.ts";
import { countDemoRows } from "./demo-amount.server.ts";
import { amountWords } from "./demo-amount.ts";
import { sizeWords } from "./backups.ts";
import { makeBackup } from "./make-backup.server.ts";
import { type Doers, workOffRuns } from "./runs.server.ts";

/** Runs the requested operations one after the other. Each request triggers the job. */
export const runActionsJob: Job = {
  name: RUN_ACTIONS,
  cron: "* * * * *",
  // Each run is taken by one instance, and the database allows one active run per operation.
  mayOverlap: true,
  run: async ({ opened, env, log, signal }) => {
    if (opened === undefined) throw new Error(`${RUN_ACTIONS} needs the whole database`);
    const isOver = () => signal?.aborted === true;
    await workOffRuns({ opened, env, log, now: () => new Date(), isOver }, HANDLERS);
  },
};

const HANDLERS: Doers = {
  "rebuild-search": {
    inTransaction: async (db, { now, report }) => {
      const { places, guides } = await rebuildSearch(db, now, report);
      await notifyPages(db, ["*"]);
      const said = `${counted(places, "place")} and ${counted(guides, "guide")} were indexed again.`;
      return { said, after: { places, guides } };
    },
  },
  "clear-demo": {
    inTransaction: async (db) => {
      const amount = await countDemoRows(db);
      if (amount === null) return { said: "There was no demo data left.", after: null };
      await clearDemo(db);
      return { said: `Deleted ${amountWords(amount)}.`, after: { ...amount } };
    },
  },
  "fold-figures": {
    inTransaction: async (db, { now }) => {
      const { days, months, terms } = await foldFigures(db, now);
      const said =
        days + terms === 0
          ? "Nothing to roll up: there are no daily statistics older than 200 days."
          : `Combined ${counted(days, "day")} of place statistics into ${counted(months, "month")} and deleted ${counted(terms, "search term")}.`;
      return { said, after: { days, months, terms } };
    },
  },
  "clear-cache": {
    inTransaction: async (db) => {
      await notifyPages(db, ["*"]);
      return { said: "Every page is rendered again on its next visit.", after: null };
    },
  },
  "back-up": {
    standalone: async ({ opened, env, now, report }) => {
      const { name, bytes, rows, files } = await makeBackup(opened, { env, now, report });
      const without = env.storage === null ? "" : " Uploaded files are in the bucket, not in the backup.";
      const said = `${name} has ${counted(rows, "row")} and ${counted(files, "file")} (${sizeWords(bytes)}).${without}`;
      return { said, after: { name, bytes, rows, files } };
    },
  },
};
