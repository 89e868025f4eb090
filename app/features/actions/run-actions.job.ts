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

/** Does what admins ask for, one thing after the other; woken by whoever asks. */
export const runActionsJob: Job = {
  name: RUN_ACTIONS,
  cron: "* * * * *",
  // Each run is taken by one instance, and the database lets only one of an action be under way.
  mayOverlap: true,
  run: async ({ opened, env, log, signal }) => {
    if (opened === undefined) throw new Error(`${RUN_ACTIONS} needs the whole database`);
    const isOver = () => signal?.aborted === true;
    await workOffRuns({ opened, env, log, now: () => new Date(), isOver }, DOERS);
  },
};

const DOERS: Doers = {
  "rebuild-search": {
    within: async (db, { now, report }) => {
      const { places, guides } = await rebuildSearch(db, now, report);
      await notifyPages(db, ["*"]);
      const said = `${counted(places, "place")} and ${counted(guides, "guide")} are written into the index anew.`;
      return { said, after: { places, guides } };
    },
  },
  "clear-demo": {
    within: async (db) => {
      const amount = await countDemoRows(db);
      if (amount === null) return { said: "There was no demo data any more.", after: null };
      await clearDemo(db);
      return { said: `Gone: ${amountWords(amount)}.`, after: { ...amount } };
    },
  },
  "fold-figures": {
    within: async (db, { now }) => {
      const { days, months, terms } = await foldFigures(db, now);
      const said =
        days + terms === 0
          ? "There was nothing to fold: all days are of the last 200."
          : `${counted(days, "day")} of places became ${counted(months, "month")}; ${counted(terms, "search word")} went.`;
      return { said, after: { days, months, terms } };
    },
  },
  "clear-cache": {
    within: async (db) => {
      await notifyPages(db, ["*"]);
      return { said: "Every page is made anew at its next visit.", after: null };
    },
  },
  "back-up": {
    apart: async ({ opened, env, now, report }) => {
      const { name, bytes, rows, files } = await makeBackup(opened, { env, now, report });
      const without = env.storage === null ? "" : " What people have sent lies in the bucket and is not in it.";
      const said = `${name} holds ${counted(rows, "row")} and ${counted(files, "file")}, in ${sizeWords(bytes)}.${without}`;
      return { said, after: { name, bytes, rows, files } };
    },
  },
};
