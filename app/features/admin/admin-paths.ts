/** The pages of whoever looks after the guide, in the order of their tabs. */
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
  { name: "refunds", label: "Refunds", path: "/admin/refunds" },
  { name: "audit", label: "Audit log", path: "/admin/audit" },
] as const;

export type AdminSection = (typeof ADMIN_SECTIONS)[number]["name"];

/** What is searched for or filtered by, as an address has it: what is as usual is left out. */
export function pathWith(path: string, asked: Record<string, string | number>, usual: Record<string, string | number>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (String(value) !== String(usual[name] ?? "")) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
