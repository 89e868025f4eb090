/** The admin pages, in the order of their tabs. */
export const ADMIN_SECTIONS = [
  { name: "overview", label: "Overview", path: "/admin/dashboard" },
  { name: "content", label: "Content", path: "/admin/content" },
  { name: "analytics", label: "Analytics", path: "/admin/analytics" },
  { name: "users", label: "Users", path: "/admin/users" },
  { name: "moderation", label: "Moderation", path: "/admin/moderation" },
  { name: "campaigns", label: "Campaigns", path: "/admin/campaigns" },
  { name: "questions", label: "Questions", path: "/admin/questions" },
  { name: "inbox", label: "Inbox", path: "/admin/inbox" },
  { name: "newsletter", label: "Newsletter", path: "/admin/newsletter" },
  { name: "imports", label: "Imports", path: "/admin/imports" },
  { name: "sources", label: "Sources", path: "/admin/sources" },
  { name: "refunds", label: "Refunds", path: "/admin/refunds" },
  { name: "actions", label: "Actions", path: "/admin/actions" },
  { name: "audit", label: "Audit log", path: "/admin/audit" },
] as const;

export type AdminSection = (typeof ADMIN_SECTIONS)[number]["name"];

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
