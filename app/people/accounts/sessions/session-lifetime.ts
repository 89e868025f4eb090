import type { Role } from "#app/db/schema/accounts.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";

/** Idle and absolute limits of a session. Admins, who can change other people's data, sign in daily. */
const SESSION_LIMITS: Record<Role, { idleMs: number; totalMs: number }> = {
  member: { idleMs: 30 * DAY_MS, totalMs: 30 * DAY_MS },
  business: { idleMs: 30 * DAY_MS, totalMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, totalMs: DAY_MS },
};

/** How often a visible page checks its session. */
export const SESSION_TICK_MS = 30_000;

/** How many checks before expiry a visible page extends its session. */
const REFRESH_TICKS = 3;

export const REFRESH_AHEAD_MS = REFRESH_TICKS * SESSION_TICK_MS;

export const SESSION_MS_MAX = Math.max(...Object.values(SESSION_LIMITS).map(({ totalMs }) => totalMs));

/**
 * When a session expires if it isn't used after `lastSeenAt`. Uses the current role, so a new admin's old session ends.
 */
export function sessionExpiresAt({
  role,
  createdAt,
  lastSeenAt,
}: {
  role: Role;
  createdAt: Date;
  lastSeenAt: Date;
}): Date {
  const { idleMs, totalMs } = SESSION_LIMITS[role];
  return new Date(Math.min(createdAt.getTime() + totalMs, lastSeenAt.getTime() + idleMs));
}
