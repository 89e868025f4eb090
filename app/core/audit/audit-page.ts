import type { ActorKind } from "#app/db/schema/audit.ts";

export const AUDIT_PATH = "/admin/audit";
export const ENTRIES_PER_PAGE = 50;

/** Limits the query's OFFSET. Past this, narrowing the search works better than paging. */
export const AUDIT_PAGE_MAX = 200;

/** The most recent entries in a CSV export. Filter by date to export older ones. */
export const CSV_ENTRIES_MAX = 10_000;

export const AUDIT_PARAMETERS = ["q", "who", "as", "action", "subject", "id", "from", "to", "page"] as const;

/** The filters of the audit page; an empty string matches everything. */
export type AuditFilters = {
  /** Text in the old or new values. */
  q: string;
  /** The actor: part of a user's name or id, or the name of a job or command. */
  who: string;
  as: "" | ActorKind;
  action: string;
  /** The subject's kind and id. */
  subject: string;
  id: string;
  /** Days in America/New_York. */
  from: string;
  to: string;
  page: number;
};

export const NO_AUDIT_FILTERS: AuditFilters = {
  q: "",
  who: "",
  as: "",
  action: "",
  subject: "",
  id: "",
  from: "",
  to: "",
  page: 1,
};

export function auditPath(filters: Partial<AuditFilters>, path: string = AUDIT_PATH): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== "" && !(name === "page" && value === 1)) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** One changed value of an entry; null where it didn't exist. */
export type ChangedValue = { path: string; before: string | null; after: string | null };

export type AuditEntryView = {
  id: number;
  at: string;
  atLabel: string;
  as: ActorKind;
  who: { label: string; id: string | null };
  action: string;
  subject: { kind: string; id: string | null; label: string | null; to: string | null };
  values: ChangedValue[];
  isRedacted: boolean;
  /** How many saves of the same draft this entry stands for, and when the first was. Null: for itself. */
  folded: { count: number; firstLabel: string } | null;
};

export const ACTOR_LABELS: Record<ActorKind, string> = {
  staff: "Staff",
  owner: "Owner",
  member: "Member",
  job: "Job",
  command: "Command",
};
