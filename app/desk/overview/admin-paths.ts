/** A page of the desk. `name` is the section that pages below it give to `AdminPage`. */
type DeskPage = { name: string; label: string; path: string };

/**
 * The tabs of the desk, in their order, and the pages of each. A tab leads to its first page. Overview, Content, Users and
 * Actions are the specification's; the inbox gathers everything that waits for an editor.
 */
export const DESK_TABS = [
  {
    label: "Overview",
    pages: [
      { name: "overview", label: "Dashboard", path: "/admin/dashboard" },
      { name: "analytics", label: "Analytics", path: "/admin/analytics" },
    ],
  },
  {
    label: "Content",
    pages: [
      { name: "content", label: "Posts", path: "/admin/content" },
      { name: "businesses", label: "Businesses", path: "/admin/content/businesses" },
      { name: "authors", label: "Authors", path: "/admin/authors" },
    ],
  },
  {
    label: "Inbox",
    pages: [
      { name: "inbox", label: "All", path: "/admin/inbox" },
      { name: "moderation", label: "Moderation", path: "/admin/moderation" },
      { name: "questions", label: "Questions", path: "/admin/questions" },
      { name: "messages", label: "Messages", path: "/admin/messages" },
      { name: "refunds", label: "Refunds", path: "/admin/refunds" },
      { name: "campaigns", label: "Campaigns", path: "/admin/campaigns" },
    ],
  },
  {
    label: "Users",
    pages: [
      { name: "users", label: "Users", path: "/admin/users" },
      { name: "newsletter", label: "Newsletter", path: "/admin/newsletter" },
    ],
  },
  {
    label: "Actions",
    pages: [
      { name: "actions", label: "Actions", path: "/admin/actions" },
      { name: "imports", label: "Imports", path: "/admin/imports" },
      { name: "sources", label: "Sources", path: "/admin/sources" },
      { name: "health", label: "Health", path: "/admin/actions/health" },
      { name: "audit", label: "Audit log", path: "/admin/audit" },
    ],
  },
] as const satisfies readonly { label: string; pages: readonly [DeskPage, ...DeskPage[]] }[];

export type AdminSection = (typeof DESK_TABS)[number]["pages"][number]["name"];

/** A path with a search and filters as its query. Default values are left out. */
export function pathWithQuery(
  path: string,
  query: Record<string, string | number>,
  defaults: Record<string, string | number>,
) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (String(value) !== String(defaults[name] ?? "")) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
