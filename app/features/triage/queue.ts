import type { CaseKind } from "#app/db/schema/moderation.ts";
import { CASE_KINDS } from "#app/features/moderation/decision-reasons.ts";
import { PAGE_MAX } from "#app/features/moderation/cases.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";

export const QUEUE_PATH = "/admin/moderation";

/** As many as one page shows: nobody decides about what they can't see. */
export const BULK_CASES_MAX = 20;

export const WHOSE = ["all", "mine", "nobody"] as const;
export type Whose = (typeof WHOSE)[number];

/** What of the queue is looked at. */
export type QueueAsked = {
  state: "open" | "closed";
  whose: Whose;
  /** None for all. */
  kinds: readonly CaseKind[];
  page: number;
};

/** All that waits, as whoever opens the queue sees it. */
export const ALL_ASKED: QueueAsked = { state: "open", whose: "all", kinds: [], page: 1 };

/** What waits of questions about places and of answers to them. */
export const POSTS_ASKED: QueueAsked = { ...ALL_ASKED, kinds: ["held-question", "reported-question"] };

export function readQueueAsked(search: URLSearchParams): QueueAsked {
  return {
    state: search.get("state") === "closed" ? "closed" : "open",
    whose: WHOSE.find((whose) => whose === search.get("whose")) ?? "all",
    kinds: CASE_KINDS.filter((kind) => search.getAll("kind").includes(kind)),
    page: Math.min(pageNumber(search.get("page")), PAGE_MAX),
  };
}

/** The address of the list, or of one case beside it; what is as usual is left out. */
export function queuePath(asked: QueueAsked, caseId: string | null = null, extra: Record<string, string> = {}): string {
  const search = new URLSearchParams();
  if (asked.state !== "open") search.set("state", asked.state);
  if (asked.whose !== "all") search.set("whose", asked.whose);
  for (const kind of asked.kinds) search.append("kind", kind);
  if (asked.page !== 1) search.set("page", String(asked.page));
  for (const [name, value] of Object.entries(extra)) search.set(name, value);
  const path = caseId === null ? QUEUE_PATH : `${QUEUE_PATH}/${caseId}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** A case in the list. */
export type QueueRow = {
  id: string;
  kind: CaseKind;
  /** "Held review"; of what waits of questions which of the two it is, "Held answer". */
  what: string;
  name: string;
  seen: string;
  /** Who looks at it, or who decided. */
  person: string | null;
  /** "3 days"; of what is decided how long ago that was. */
  age: string;
  instant: string;
  instantLabel: string;
  /** Why it waits, or how it was decided. */
  line: string;
};

/** What the outcome of a case begins with that was to be undone together with others and was not. */
export const NOT_UNDONE = "undo-";

/** What became of each case that was decided, or undone, together with others. */
export type BulkOutcome = { id: string; outcome: string };

/** As an address has it. */
export function bulkText(outcomes: readonly BulkOutcome[]): string {
  return outcomes.map(({ id, outcome }) => `${id}~${outcome}`).join(".");
}

export function readBulkText(text: string | null): BulkOutcome[] {
  return (text ?? "")
    .split(".")
    .slice(0, BULK_CASES_MAX)
    .flatMap((part) => {
      const [id = "", outcome = ""] = part.split("~");
      return isUuid(id) && /^[a-z-]{1,40}$/.test(outcome) ? [{ id, outcome }] : [];
    });
}

const MINUTE_MS = 60_000;

/** "a minute", "40 minutes", "3 hours", "2 days": never more than it was. */
export function ageWords(from: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - from.getTime()) / MINUTE_MS));
  if (minutes < 2) return "a minute";
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
