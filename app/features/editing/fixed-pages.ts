/**
 * Pages of ours that a guide may link and that are no entry of a list. A test holds them against `app/routes.ts`, which no
 * page may read.
 */
export const FIXED_PAGES: ReadonlySet<string> = new Set([
  "/",
  "/about",
  "/activity",
  "/advertise",
  "/ask",
  "/business",
  "/business/dashboard",
  "/contact",
  "/corrections",
  "/latest",
  "/lists",
  "/map",
  "/member/dashboard",
  "/member/sessions",
  "/neighborhoods",
  "/newsletter",
  "/notifications",
  "/privacy",
  "/saved",
  "/search",
  "/settings",
  "/submit",
  "/subscription",
  "/terms",
  "/transparency",
]);
