import type { RunState } from "#app/db/schema/actions.ts";

export const ACTIONS_PATH = "/admin/actions";
export const HEALTH_PATH = `${ACTIONS_PATH}/health`;
export const JOBS_PATH = `${ACTIONS_PATH}/jobs`;

/** The job that does what admins ask for. */
export const RUN_ACTIONS = "run-actions";

export const ACTION_GROUPS = ["Content", "Analytics", "System"] as const;

/** What admins have the site do as a whole. The key is its address, and what its runs are written down by. */
export const ACTIONS = {
  "rebuild-search": {
    group: "Content",
    title: "Rebuild search",
    about: "Writes the search index anew from the places, guides and neighborhoods as they are.",
    will: [
      "Every place, guide and neighborhood is read again, and with them words, suggestions and what is best known.",
      "Nothing of the content changes, and searching goes on meanwhile. The index keeps itself right; this is for when it doesn’t.",
    ],
    confirm: "Rebuild search",
    audit: "search.rebuild",
  },
  "clear-demo": {
    group: "Content",
    title: "Clear demo data",
    about: "Takes away the invented people and everything that is theirs.",
    will: [
      "It goes for good and isn’t made again by itself. What real people wrote and what was really counted stays.",
      "The people of the development login go with it. If you are one of them, you are signed out.",
    ],
    confirm: "Clear the demo data",
    audit: "demo.clear",
  },
  "fold-figures": {
    group: "Analytics",
    title: "Fold figures now",
    about: "Adds places’ days of more than 200 days ago up by month, as it happens each night.",
    will: [
      "Days of whole months gone by become one row a month. The sums stay the same, and what is looked at by day keeps its days.",
      "Search words of places of more than 400 days ago go.",
    ],
    confirm: "Fold the figures",
    audit: "figures.fold",
  },
  "clear-cache": {
    group: "System",
    title: "Clear the page cache",
    about: "Has every page made anew at its next visit, on all servers.",
    will: [
      "Pages take a little longer at their first visit. Should the database fail just then, the pages of before are still shown.",
      "Changes show by themselves within a second; this is for when one doesn’t.",
    ],
    confirm: "Clear the cache",
    audit: "cache.clear",
  },
  "back-up": {
    group: "System",
    title: "Backup now",
    about: "Writes all tables as they are at one instant, and the photos that people have sent, into one file.",
    will: [
      "The site goes on meanwhile.",
      "The file has everything of everybody in it. It lies on the server, and admins may download it; that stands in the log.",
    ],
    confirm: "Make a backup",
    audit: "backup.make",
  },
} as const satisfies Record<string, ActionAbout>;

type ActionAbout = {
  group: (typeof ACTION_GROUPS)[number];
  title: string;
  about: string;
  /** What will happen, told before it does. */
  will: readonly string[];
  confirm: string;
  audit: string;
};

export type ActionName = keyof typeof ACTIONS;

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

export const ACTION_NAMES: readonly ActionName[] = Object.keys(ACTIONS).filter(isActionName);

export function actionPath(name: ActionName): string {
  return `${ACTIONS_PATH}/${name}`;
}

export function jobPath(job: string): string {
  return `${JOBS_PATH}/${job}`;
}

/** What has to be typed before the demo data goes. */
export const CLEAR_DEMO_WORDS = "clear demo data";

/** One time that an action ran, as its page tells it. */
export type ShownRun = {
  id: number;
  state: RunState;
  who: string;
  askedAt: string;
  askedLabel: string;
  /** How long it took, or has taken so far. */
  took: string | null;
  step: string;
  /** From 0 to 1; null where nobody can say. */
  share: number | null;
  outcome: string | null;
  requestId: string;
};

export const STATE_WORDS: Record<RunState, string> = {
  waiting: "Waits for its turn",
  running: "Running",
  done: "Done",
  failed: "Failed",
  "cut-off": "Was cut off",
};

export const STATE_TONES: Record<RunState, string> = {
  waiting: "badge-river",
  running: "badge-river",
  done: "badge-ivy",
  failed: "badge-flag",
  "cut-off": "badge-flag",
};

export function isUnderWay(state: RunState): boolean {
  return state === "waiting" || state === "running";
}

/** "240 ms", "12.4 s", "3 min 20 s" */
export function tookWords(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
