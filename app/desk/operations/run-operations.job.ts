import { clearDemo, DEMO_FOLDER, DEMO_SEED, loadDemo, removeDemoActivity } from "#app/desk/demo/load-demo.server.ts";
import { hasDemoUsers } from "#app/people/accounts/users.server.ts";
import { rebuildSearchIndex } from "#app/guide/search/candidates/search-index.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { RUN_OPERATIONS_JOB } from "./operations.ts";
import { countDemoRows } from "./count-demo-data.server.ts";
import { describeDemoData } from "./demo-data.ts";
import { formatBytes } from "./backups/backups.ts";
import { makeBackup } from "./backups/make-backup.server.ts";
import { type OperationHandlers, processRuns } from "./runs.server.ts";

/** Runs the requested operations one after the other. Each request triggers the job. */
export const runOperationsJob: Job = {
  name: RUN_OPERATIONS_JOB,
  cron: "* * * * *",
  // Each run is taken by one instance, and the database allows one active run per operation.
  allowConcurrent: true,
  run: async ({ opened, env, log, signal }) => {
    if (opened === undefined) throw new Error(`${RUN_OPERATIONS_JOB} needs the whole database`);
    const isOver = () => signal?.aborted === true;
    await processRuns({ opened, env, log, now: () => new Date(), isOver }, HANDLERS);
  },
};

const HANDLERS: OperationHandlers = {
  "rebuild-search": {
    inTransaction: async (db, { now, report }) => {
      const { places, guides } = await rebuildSearchIndex(db, now, report);
      await invalidatePages(db, ["*"]);
      const said = `${pluralize(places, "place")} and ${pluralize(guides, "guide")} were indexed again.`;
      return { said, after: { places, guides } };
    },
  },
  "load-demo": {
    inTransaction: async (db, { now, report }) => {
      if (await hasDemoUsers(db)) return { said: "Sample activity was already loaded.", after: null };
      const loaded = await loadDemo(db, { folder: DEMO_FOLDER, seed: DEMO_SEED, now, report });
      return {
        said: `Added ${pluralize(loaded.reviews, "review")} by ${pluralize(loaded.people, "invented person", "invented people")}.`,
        after: { ...loaded },
      };
    },
  },
  "remove-demo": {
    inTransaction: async (db) => {
      await removeDemoActivity(db);
      return { said: "The sample activity was removed.", after: null };
    },
  },
  "clear-demo": {
    inTransaction: async (db) => {
      const amount = await countDemoRows(db);
      if (amount === null) return { said: "There was no demo data left.", after: null };
      await clearDemo(db);
      return { said: `Deleted ${describeDemoData(amount)}.`, after: { ...amount } };
    },
  },
  "clear-cache": {
    inTransaction: async (db) => {
      await invalidatePages(db, ["*"]);
      return { said: "Every page is rendered again on its next visit.", after: null };
    },
  },
  "back-up": {
    standalone: async ({ opened, env, now, report }) => {
      const { name, bytes, rows, files } = await makeBackup(opened, { env, now, report });
      const without = env.storage === null ? "" : " Uploaded files are in the bucket, not in the backup.";
      const said = `${name} has ${pluralize(rows, "row")} and ${pluralize(files, "file")} (${formatBytes(bytes)}).${without}`;
      return { said, after: { name, bytes, rows, files } };
    },
  },
};
