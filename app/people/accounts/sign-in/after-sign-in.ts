import type { Role } from "#app/db/schema/accounts.ts";

/** The dashboard of each role. */
const DASHBOARDS: Record<Role, string> = {
  admin: "/admin/dashboard",
  business: "/business/dashboard",
  member: "/member/dashboard",
};

export function dashboardPath(role: Role): string {
  return DASHBOARDS[role];
}

/** Where to redirect after sign-in: the page where it started, or the role's dashboard if that was the home page. */
export function pathAfterSignIn(role: Role, returnTo: string): string {
  return returnTo === "/" ? dashboardPath(role) : returnTo;
}
