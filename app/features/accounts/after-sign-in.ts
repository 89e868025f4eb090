import type { Role } from "#app/db/schema/accounts.ts";

/** Each role's own page. */
const DASHBOARDS: Record<Role, string> = {
  admin: "/admin/dashboard",
  business: "/business/dashboard",
  member: "/member/dashboard",
};

export function dashboardPath(role: Role): string {
  return DASHBOARDS[role];
}

/** Where somebody goes who has just signed in: back to the page where they began; to their dashboard if that was home. */
export function afterSignIn(role: Role, returnTo: string): string {
  return returnTo === "/" ? dashboardPath(role) : returnTo;
}
