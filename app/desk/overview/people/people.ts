import type { Role } from "#app/db/schema/accounts.ts";

import { pathWithQuery } from "../admin-paths.ts";

export const USERS_PATH = "/admin/users";
export const PEOPLE_PER_PAGE = 50;

/** Bounds the OFFSET of the query. Nobody pages further than this; they search by name instead. */
export const PEOPLE_PAGE_MAX = 200;

export const PEOPLE_PARAMETERS = ["q", "role", "status", "sort", "page"] as const;

export const PERSON_STATUSES = ["active", "suspended", "deleting"] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

export const PEOPLE_ORDERS = ["newest", "oldest", "name", "name-back"] as const;

export const ROLE_FILTERS = ["all", "admin", "business", "member"] as const;

export type PeopleQuery = {
  q: string;
  role: (typeof ROLE_FILTERS)[number];
  status: "all" | PersonStatus;
  sort: (typeof PEOPLE_ORDERS)[number];
  page: number;
};

const DEFAULTS = { q: "", role: "all", status: "all", sort: "newest", page: 1 };

export function peoplePath(query: PeopleQuery): string {
  return pathWithQuery(USERS_PATH, query, DEFAULTS);
}

export function personPath(id: string): string {
  return `${USERS_PATH}/${id}`;
}

/** Characters of an id that are shown. Source: specification, Business constants. */
const ID_CHARACTERS_SHOWN = 8;

export function shortId(id: string): string {
  return id.slice(0, ID_CHARACTERS_SHOWN);
}

export type PersonRow = {
  id: string;
  name: string;
  role: Role;
  isPublic: boolean;
  isDemo: boolean;
  joinedOn: string;
  joinedLabel: string;
  status: PersonStatus;
  /** When a temporary suspension ends: "Dec 1, 2026". */
  untilLabel: string | null;
};

export const ROLE_LABELS: Record<Role, string> = { admin: "Admin", business: "Business", member: "Member" };
export const PERSON_STATUS_LABELS: Record<PersonStatus, string> = {
  active: "Active",
  suspended: "Suspended",
  deleting: "Deleting",
};

export function personStatusLabel({ status, untilLabel }: Pick<PersonRow, "status" | "untilLabel">): string {
  return untilLabel === null ? PERSON_STATUS_LABELS[status] : `${PERSON_STATUS_LABELS[status]} until ${untilLabel}`;
}
