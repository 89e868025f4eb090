import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import { membershipAt } from "#app/people/membership/membership/membership.ts";
import { SUBSCRIPTION_STATE_COLUMNS } from "#app/people/membership/membership/find-membership.server.ts";
import { countUnread } from "#app/core/notifications/notifications.server.ts";

import type { LiveState, SignedOutReason } from "./live-state.ts";
import { sessionExpiresAt } from "./session-lifetime.ts";

/** The current state of a session and its user. Reading it doesn't extend the session. */
export async function findLiveState(
  db: Database,
  { personId, sessionId, now }: { personId: string; sessionId: string; now: Date },
): Promise<LiveState> {
  const [user] = await db
    .select({
      role: users.role,
      suspendedAt: users.suspendedAt,
      deletedAt: users.deletedAt,
      standing: SUBSCRIPTION_STATE_COLUMNS,
      session: { createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt },
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sessionId)))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, personId));
  if (user === undefined || user.deletedAt !== null) return signedOut("deleted");
  if (user.suspendedAt !== null) return signedOut("suspended");
  const { role, session, standing } = user;
  if (session === null) return signedOut("ended");
  const endsInMs = sessionExpiresAt({ role, ...session }).getTime() - now.getTime();
  if (endsInMs <= 0) return signedOut("expired");
  const tier = membershipAt(standing, now)?.tier ?? null;
  return { isSignedIn: true, personId, role, tier, endsInMs, unreadCount: await countUnread(db, personId) };
}

function signedOut(why: SignedOutReason): LiveState {
  return { isSignedIn: false, why };
}
