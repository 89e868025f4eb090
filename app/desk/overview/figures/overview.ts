import type { CaseKind } from "#app/db/schema/moderation.ts";

import type { InboxCounts } from "../inbox/inbox.ts";

/** Source: specification, Business constants. */
export const RECENT_ITEMS_MAX = 5;

export type RecentPost = {
  id: number;
  slug: string;
  title: string;
  category: string;
  status: PostStatus;
  views: number;
};

export type PostStatus = "published" | "scheduled" | "draft" | "deleted";

export type RecentBusiness = {
  id: number;
  slug: string;
  name: string;
  neighborhood: string;
  priceRange: string | null;
  rating: number | null;
};

/** Whole dollars per month. */
export type Revenue = {
  parts: string[];
  /** Estimated from the current memberships. */
  memberships: number[];
  /** Sum of payments. */
  campaigns: number[];
  isTest: boolean;
};

export type Overview = {
  todayLabel: string;
  /** Whether the counts include demo data. */
  isDemo: boolean;
  posts: { published: number; scheduled: number; drafts: number };
  businesses: { listed: number; submitted: number };
  /** Of how many listed businesses the hours are known; null once that is half of them, or OpenStreetMap is read. */
  hoursKnown: number | null;
  users: { count: number; joinedThisWeek: number };
  /** `lastDays`: of the whole days of `span`, as analytics counts them. */
  views: { total: number; lastDays: number; span: string };
  /** Null when the previous month had no views. */
  growth: string | null;
  comparisonLabel: string;
  openCases: { kind: CaseKind; count: number }[];
  inbox: InboxCounts;
  recentPosts: RecentPost[];
  recentBusinesses: RecentBusiness[];
  days: { parts: string[]; views: number[]; searches: number[]; signUps: number[] };
  /** Null: payments are not set up here. */
  revenue: Revenue | null;
};

export const POST_STATUS_LABELS: Record<PostStatus, string> = {
  published: "Published",
  scheduled: "Scheduled",
  draft: "Draft",
  deleted: "Deleted",
};
export const POST_STATUS_BADGES: Record<PostStatus, string> = {
  published: "badge-ivy",
  scheduled: "badge-river",
  draft: "",
  deleted: "badge-flag",
};
