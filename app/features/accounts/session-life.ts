import type { Role } from "#app/db/schema/accounts.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts without being used, and at most. Whoever may change other people's things signs in daily. */
const SESSION_LIFE: Record<Role, { idleMs: number; wholeMs: number }> = {
  member: { idleMs: 30 * DAY_MS, wholeMs: 30 * DAY_MS },
  business: { idleMs: 30 * DAY_MS, wholeMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, wholeMs: DAY_MS },
};

/** A page in sight looks so often whether its session still is one. Source: the specification, as is the next. */
export const SESSION_TICK_MS = 30_000;

/** So many looks before the session would end, the page keeps it alive: idle is who has no page of ours in sight. */
const REFRESH_TICKS = 3;

export const REFRESH_AHEAD_MS = REFRESH_TICKS * SESSION_TICK_MS;

export const SESSION_MS_MAX = Math.max(...Object.values(SESSION_LIFE).map(({ wholeMs }) => wholeMs));

/** When a session ends if nobody uses it from `lastSeenAt` on. The role counts as it is now: a new admin's old session ends. */
export function sessionEnd({ role, createdAt, lastSeenAt }: { role: Role; createdAt: Date; lastSeenAt: Date }): Date {
  const { idleMs, wholeMs } = SESSION_LIFE[role];
  return new Date(Math.min(createdAt.getTime() + wholeMs, lastSeenAt.getTime() + idleMs));
}
