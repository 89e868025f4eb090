import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

import { pathWithQuery } from "../admin-paths.ts";
import type { PostStatus } from "../figures/overview.ts";
import { COLUMN_PARAMETERS } from "./columns.ts";

export const CONTENT_PATH = "/admin/content";
export const BUSINESSES_PATH = "/admin/content/businesses";
export const NEW_BUSINESS_PATH = "/admin/content/businesses/new";
export const NEW_POST_PATH = "/admin/posts/new";

/** The names of what the two tables list. */
export const CONTENT_NOUNS = {
  posts: { noun: "post", plural: "posts" },
  businesses: { noun: "business", plural: "businesses" },
} as const;

export const ROWS_PER_PAGE = 50;
/** Bounds the OFFSET of the query. Nobody pages further than this; they search instead. */
export const CONTENT_PAGE_MAX = 200;

export function editPostPath(id: number): string {
  return `/admin/posts/${id}`;
}

/** The preview of a guide; for a published one, the guide itself. */
export function viewPostPath(id: number): string {
  return `${editPostPath(id)}/view`;
}

export function editPlacePath(id: number): string {
  return `${BUSINESSES_PATH}/${id}`;
}

export const POST_LIST_PARAMETERS = ["q", "category", "status", "sort", "page", ...COLUMN_PARAMETERS] as const;
export const POST_STATUSES = ["all", "published", "scheduled", "draft", "deleted"] as const;
export const POST_ORDERS = ["newest", "oldest", "title", "title-back", "views", "views-back"] as const;
export const POST_COLUMNS = ["category", "author", "status", "views", "date"] as const;

export type PostListQuery = {
  q: string;
  category: CategorySlug | "all";
  status: (typeof POST_STATUSES)[number];
  sort: (typeof POST_ORDERS)[number];
  /** Hidden columns, separated by dots. */
  without: string;
  page: number;
};

export type AdminPostRow = {
  id: number;
  slug: string;
  title: string;
  category: string;
  /** The authors' names, in the order of the byline. */
  authors: string[];
  status: PostStatus;
  views: number;
  on: string;
  dateLabel: string;
};

/** A byline short enough for a column: "Ada and Grace", "Ada and 2 others". */
export function shortByline([first = "", ...others]: readonly string[]): string {
  const [second] = others;
  if (second === undefined) return first;
  return others.length === 1 ? `${first} and ${second}` : `${first} and ${others.length} others`;
}

const DEFAULTS = { q: "", category: "all", status: "all", page: 1, without: "" };

export function postsPath(query: PostListQuery, path: string = CONTENT_PATH): string {
  return pathWithQuery(path, query, { ...DEFAULTS, sort: "newest" });
}

export const PLACE_LIST_PARAMETERS = [
  "q",
  "category",
  "neighborhood",
  "price",
  "status",
  "sort",
  "page",
  ...COLUMN_PARAMETERS,
] as const;
export const PLACE_STATUSES = ["all", "listed", "closed", "deleted"] as const;
export type PlaceStatus = Exclude<(typeof PLACE_STATUSES)[number], "all">;
export const PLACE_ORDERS = ["newest", "oldest", "name", "name-back", "rating", "changed"] as const;
export const PLACE_COLUMNS = ["neighborhood", "category", "type", "price", "rating", "status", "changed"] as const;

export type PlaceListQuery = {
  q: string;
  category: CategorySlug | "all";
  neighborhood: string;
  price: string;
  status: (typeof PLACE_STATUSES)[number];
  sort: (typeof PLACE_ORDERS)[number];
  without: string;
  page: number;
};

export type AdminPlaceRow = {
  id: number;
  slug: string;
  name: string;
  neighborhood: string;
  category: string;
  type: string;
  priceRange: string | null;
  /** The mean that the table shows, and how many reviews it is of. */
  rating: number | null;
  reviewCount: number;
  status: PlaceStatus;
  changedAt: string;
  changedLabel: string;
};

export function placesPath(query: PlaceListQuery, path: string = BUSINESSES_PATH): string {
  return pathWithQuery(path, query, { ...DEFAULTS, neighborhood: "all", price: "all", sort: "newest" });
}

export const PLACE_STATUS_LABELS: Record<PlaceStatus, string> = {
  listed: "Live",
  closed: "Closed",
  deleted: "Deleted",
};
export const PLACE_STATUS_BADGES: Record<PlaceStatus, string> = {
  listed: "badge-ivy",
  closed: "",
  deleted: "badge-flag",
};

/**
 * The result of a bulk action, passed to the next page, which shows it and offers to undo it. `draftIds` were scheduled and
 * are drafts now; `leftIds` were not changed.
 */
export type BulkResult = { did: (typeof ACTIONS_DONE)[number]; ids: number[]; draftIds: number[]; leftIds: number[] };

const ACTIONS_DONE = ["deleted", "restored", "published", "unpublished"] as const;

/** The action that undoes each. */
export const UNDO_ACTIONS: Record<BulkResult["did"], string> = {
  deleted: "restore",
  restored: "delete",
  published: "unpublish",
  unpublished: "republish",
};

/** "restored.4.d7": 7 is a draft now; "published.4.l7": 7 was skipped. */
export function formatBulkResult({ did, ids, draftIds, leftIds }: BulkResult): string {
  return [did, ...ids.map((id) => (draftIds.includes(id) ? `d${id}` : id)), ...leftIds.map((id) => `l${id}`)].join(".");
}

/** A message about skipped rows. */
export function describeSkipped(count: number, { noun, plural }: { noun: string; plural: string }): string {
  return count === 1
    ? `One ${noun} wasn’t changed. Open it to see what it needs.`
    : `${count} ${plural} weren’t changed. Open each one to see what it needs.`;
}

/** Null for invalid text. */
export function parseBulkResult(text: string | null): BulkResult | null {
  const [action, ...parts] = (text ?? "").split(".");
  const did = ACTIONS_DONE.find((each) => each === action);
  const entries = parts.filter((word) => /^[dl]?\d{1,15}$/.test(word)).slice(0, ROWS_PER_PAGE + 1);
  const idsOf = (...prefixes: string[]) =>
    entries
      .filter((word) => prefixes.includes(word.replace(/\d+/, "")))
      .map((word) => Number(word.replace(/^[dl]/, "")));
  const ids = idsOf("", "d");
  if (did === undefined || ids.length === 0 || entries.length > ROWS_PER_PAGE) return null;
  return { did, ids, draftIds: idsOf("d"), leftIds: idsOf("l") };
}
