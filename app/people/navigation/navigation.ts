import type { Role } from "#app/db/schema/accounts.ts";
import { SUBSCRIPTION_PATH } from "#app/people/membership/billing-paths.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";

export type NavigationLink<Label extends string = string> = { label: Label; to: string };

/** One of the eight neighborhoods in the header's menu, chosen and ordered by the loader. */
export type NeighborhoodLink = { slug: string; name: string };

/** The eight hubs, in their fixed order. */
export const CATEGORY_LINKS: readonly (NavigationLink & { slug: CategorySlug })[] = CATEGORY_SLUGS.map((slug) => ({
  slug,
  label: CATEGORY_NAMES[slug],
  to: `/${slug}`,
}));

/** The guide archives linked in the footer. */
export const ARCHIVE_LINKS: readonly NavigationLink[] = (["food", "nightlife", "shopping", "services"] as const).map(
  (slug) => ({ label: CATEGORY_NAMES[slug], to: `/category/${slug}` }),
);

/** The signed-in user as the header shows them, with the links of their menu. */
export type HeaderViewer = {
  id: string;
  name: string;
  role: Role;
  /** When the page was rendered; null for a free member. */
  tier: Tier | null;
  pages: readonly NavigationLink[];
  /** Unread notifications when the page was rendered. */
  unreadCount: number;
};

export const SIGN_OUT_PATH = "/auth/sign-out";

/**
 * The header's buttons at the right of the search box, in this order.
 */
type HeaderAction =
  | (NavigationLink<"Premium"> & { look: "premium" })
  | (NavigationLink<"Sign In"> & { look: "outline" });

export const HEADER_ACTIONS: readonly HeaderAction[] = [
  { label: "Premium", to: SUBSCRIPTION_PATH, look: "premium" },
  { label: "Sign In", to: "/auth/login", look: "outline" },
];

/** The footer's company column. */
type CompanyLink = NavigationLink<"About" | "Contact" | "Advertise" | "Submit a business">;

export const COMPANY_LINKS: readonly CompanyLink[] = [
  { label: "About", to: "/about" },
  { label: "Advertise", to: "/advertise" },
  { label: "Contact", to: "/contact" },
  { label: "Submit a business", to: "/submit" },
];

type LegalLink = NavigationLink<"Photo credits" | "Our facts in numbers" | "Privacy" | "Terms">;

export const LEGAL_LINKS: readonly LegalLink[] = [
  { label: "Photo credits", to: "/credits" },
  { label: "Our facts in numbers", to: "/about/data" },
  { label: "Privacy", to: "/privacy" },
  { label: "Terms", to: "/terms" },
];

/** Feeds take the place of social buttons. They are files, not pages, so they are plain links. */
export const FEED_LINKS: readonly NavigationLink[] = [
  { label: "Atom feed", to: "/feed.xml" },
  { label: "JSON feed", to: "/feed.json" },
];

/** True on the page itself and on the pages below it. */
export function isWithinPath(currentPath: string, to: string): boolean {
  return currentPath === to || currentPath.startsWith(`${to}/`);
}

/** True on a category's hub and on the archive of its guides. */
export function isCategoryPath(currentPath: string): boolean {
  return currentPath.startsWith("/category/") || CATEGORY_LINKS.some((link) => isWithinPath(currentPath, link.to));
}

export function isNeighborhoodPath(currentPath: string): boolean {
  return isWithinPath(currentPath, "/neighborhoods") || currentPath.startsWith("/neighborhood/");
}
