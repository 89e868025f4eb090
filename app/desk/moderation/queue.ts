import type { CaseKind } from "#app/db/schema/moderation.ts";
import { CASE_KINDS } from "#app/core/cases/decision-reasons.ts";
import { PAGE_MAX } from "#app/core/cases/cases.ts";
import { MINUTE_MS } from "#app/lib/duration.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

export const QUEUE_PATH = "/admin/moderation";

/** One page of the queue: editors decide only what they can see. */
export const BULK_CASES_MAX = 20;

export const ASSIGNEE_FILTERS = ["all", "mine", "nobody"] as const;
export type AssigneeFilter = (typeof ASSIGNEE_FILTERS)[number];

/** The queue's filters and page. */
export type QueueQuery = {
  state: "open" | "closed";
  whose: AssigneeFilter;
  /** Empty for all kinds. */
  kinds: readonly CaseKind[];
  page: number;
};

/** The queue without filters. */
export const DEFAULT_QUEUE_QUERY: QueueQuery = { state: "open", whose: "all", kinds: [], page: 1 };

/** Open cases about public questions and answers. */
export const QUESTION_QUEUE_QUERY: QueueQuery = {
  ...DEFAULT_QUEUE_QUERY,
  kinds: ["held-question", "reported-question"],
};

export function parseQueueQuery(search: QueryReader<"state" | "whose" | "kind" | "page">): QueueQuery {
  return {
    state: search.get("state") === "closed" ? "closed" : "open",
    whose: ASSIGNEE_FILTERS.find((whose) => whose === search.get("whose")) ?? "all",
    kinds: CASE_KINDS.filter((kind) => search.getAll("kind").includes(kind)),
    page: Math.min(parsePageNumber(search.get("page")), PAGE_MAX),
  };
}

/** The path of the list, or of one case. Default filters are left out. */
export function queuePath(query: QueueQuery, caseId: string | null = null, extra: Record<string, string> = {}): string {
  const search = new URLSearchParams();
  if (query.state !== "open") search.set("state", query.state);
  if (query.whose !== "all") search.set("whose", query.whose);
  for (const kind of query.kinds) search.append("kind", kind);
  if (query.page !== 1) search.set("page", String(query.page));
  for (const [name, value] of Object.entries(extra)) search.set(name, value);
  const path = caseId === null ? QUEUE_PATH : `${QUEUE_PATH}/${caseId}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** A case in the list. */
export type QueueRow = {
  id: string;
  kind: CaseKind;
  /** "Held review", or of questions and answers "Held answer". */
  kindLabel: string;
  name: string;
  seen: string;
  /** The assignee, or the editor who decided. */
  person: string | null;
  /** Time since opening ("3 days") or since the decision ("3 days ago"). */
  age: string;
  instant: string;
  instantLabel: string;
  /** Why the case was opened, or how it was decided. */
  line: string;
};

/** Prefix of the outcome of a failed undo in a bulk request. */
export const FAILED_UNDO_PREFIX = "undo-";

/** The outcome of one case in a bulk request. */
export type BulkOutcome = { id: string; outcome: string };

/** Serializes outcomes for a query parameter. */
export function serializeBulkOutcomes(outcomes: readonly BulkOutcome[]): string {
  return outcomes.map(({ id, outcome }) => `${id}~${outcome}`).join(".");
}

export function parseBulkOutcomes(text: string | null): BulkOutcome[] {
  return (text ?? "")
    .split(".")
    .slice(0, BULK_CASES_MAX)
    .flatMap((part) => {
      const [id = "", outcome = ""] = part.split("~");
      return isUuid(id) && /^[a-z-]{1,40}$/.test(outcome) ? [{ id, outcome }] : [];
    });
}

/** "a minute", "40 minutes", "3 hours", "2 days", rounded down. */
export function formatAge(from: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - from.getTime()) / MINUTE_MS));
  if (minutes < 2) return "a minute";
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
