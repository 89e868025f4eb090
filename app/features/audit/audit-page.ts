import type { ActorKind } from "#app/db/schema/audit.ts";

export const AUDIT_PATH = "/admin/audit";
export const ENTRIES_PER_PAGE = 50;

/** Nobody leafs further: whoever looks for an entry says more about it. It bounds the OFFSET of the query. */
export const AUDIT_PAGE_MAX = 200;

/** Of a file; what is older is in the file of an earlier time. */
export const CSV_ENTRIES_MAX = 10_000;

/** What entries are looked for by; empty is any. */
export type AuditAsked = {
  /** Words of what was or became. */
  q: string;
  /** Who: a part of a name or of an id, or the name of a job or command. */
  who: string;
  as: "" | ActorKind;
  action: string;
  /** Of what kind it was done to, and which one. */
  subject: string;
  id: string;
  /** Days in Washington. */
  from: string;
  to: string;
  page: number;
};

export const NOTHING_ASKED: AuditAsked = {
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

export function auditPath(asked: Partial<AuditAsked>, path: string = AUDIT_PATH): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value !== "" && !(name === "page" && value === 1)) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** One line of what a change changed; a side without a value is null. */
export type ChangedValue = { path: string; before: string | null; after: string | null };

export type ShownEntry = {
  id: number;
  at: string;
  atLabel: string;
  as: ActorKind;
  who: { label: string; id: string | null };
  action: string;
  subject: { kind: string; id: string | null; label: string | null; to: string | null };
  values: ChangedValue[];
  isBlanked: boolean;
};

export const ACTOR_LABELS: Record<ActorKind, string> = {
  staff: "Staff",
  owner: "Owner",
  member: "Member",
  job: "Job",
  command: "Command",
};
