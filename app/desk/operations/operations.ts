import type { RunState } from "#app/db/schema/operations.ts";

export const OPERATIONS_PATH = "/admin/actions";
export const HEALTH_PATH = `${OPERATIONS_PATH}/health`;
/** Where an admin whose account is demo data sees how clearing it ended. Only in trials. */
export const DEMO_CLEARED_PATH = "/development/demo-cleared";
export const JOBS_PATH = `${OPERATIONS_PATH}/jobs`;

/** The job that runs the requested operations. */
export const RUN_OPERATIONS_JOB = "run-operations";

export const OPERATION_GROUPS = ["Content", "Analytics", "System"] as const;

/** Operations on the whole site. The key is the last part of the URL, and is stored with each run. */
export const OPERATIONS = {
  "rebuild-search": {
    group: "Content",
    title: "Rebuild search",
    about: "Rebuilds the search index from all places, guides and neighborhoods.",
    effects: [
      "Reads every place, guide and neighborhood again and rebuilds vocabulary, suggestions and popularity.",
      "Content doesn’t change, and search keeps working. The index updates by itself, so you need this only if it’s wrong.",
    ],
    confirm: "Rebuild search",
    audit: "search.rebuild",
  },
  "load-demo": {
    group: "Content",
    title: "Load sample activity",
    about: "Adds invented people, reviews, saves, lists and views to this trial.",
    effects: [
      "Every page says that the activity is invented, until you remove it.",
      "It takes a few seconds. If it fails, nothing is added.",
    ],
    confirm: "Load sample activity",
    audit: "demo.load",
  },
  "remove-demo": {
    group: "Content",
    title: "Remove sample activity",
    about: "Removes the invented people, reviews, saves, lists and views.",
    effects: [
      "The development login’s accounts and what they did stay.",
      "You can load sample activity again at any time.",
    ],
    confirm: "Remove sample activity",
    audit: "demo.remove",
  },
  "clear-demo": {
    group: "Content",
    title: "Clear demo data",
    about: "Deletes the demo people, the development accounts and everything they made.",
    effects: [
      "You can’t undo this. Real people’s content and real view counts stay.",
      "The development login’s accounts are deleted too. If you use one, you’ll be signed out.",
    ],
    confirm: "Clear demo data",
    audit: "demo.clear",
  },
  "clear-cache": {
    group: "System",
    title: "Clear the page cache",
    about: "Renders every page again on its next visit, on all servers.",
    effects: [
      "The first visit to each page takes a little longer. If the database is down, visitors still see the cached pages.",
      "Changes normally show within a second. Use this when one doesn’t.",
    ],
    confirm: "Clear the page cache",
    audit: "cache.clear",
  },
  "back-up": {
    group: "System",
    title: "Back up now",
    about: "Saves a snapshot of all tables and uploaded photos in one file.",
    effects: [
      "The site keeps running.",
      "The file contains everyone’s personal data. It stays on this server. Admins can download it, and every download is logged.",
    ],
    confirm: "Make a backup",
    audit: "backup.create",
  },
} as const satisfies Record<string, Operation>;

type Operation = {
  group: (typeof OPERATION_GROUPS)[number];
  title: string;
  about: string;
  /** What will happen, shown before it starts. */
  effects: readonly string[];
  confirm: string;
  audit: string;
};

export type OperationName = keyof typeof OPERATIONS;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

export const OPERATION_NAMES: readonly OperationName[] = Object.keys(OPERATIONS).filter(isOperationName);

/** Operations of a trial on this machine alone. */
export function isSampleOperation(name: OperationName): boolean {
  return name === "load-demo" || name === "remove-demo";
}

export function operationPath(name: OperationName): string {
  return `${OPERATIONS_PATH}/${name}`;
}

export function jobPath(job: string): string {
  return `${JOBS_PATH}/${job}`;
}

/** The text an admin types to confirm that the demo data is deleted. */
export const CLEAR_DEMO_CONFIRMATION = "clear demo data";

/** One run of an operation, as its page shows it. */
export type OperationRun = {
  id: number;
  state: RunState;
  who: string;
  requestedAt: string;
  requestedLabel: string;
  /** How long it took, or how long it has been running. */
  duration: string | null;
  step: string;
  /** From 0 to 1; null when unknown. */
  share: number | null;
  outcome: string | null;
  requestId: string;
};

export const RUN_STATE_LABELS: Record<RunState, string> = {
  waiting: "Queued",
  running: "Running",
  done: "Done",
  failed: "Failed",
  interrupted: "Interrupted",
};

export const RUN_STATE_BADGES: Record<RunState, string> = {
  waiting: "badge-river",
  running: "badge-river",
  done: "badge-ivy",
  failed: "badge-flag",
  interrupted: "badge-flag",
};

export function isRunActive(state: RunState): boolean {
  return state === "waiting" || state === "running";
}

/** "240 ms", "12.4 s", "3 min 20 s" */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
