import type { Role } from "#app/db/schema/accounts.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

/** The event stream of changes for the signed-in user. */
export const EVENTS_PATH = "/events";

/** The same state as a single response. A POST also extends the session. */
export const SESSION_PATH = "/auth/session";

/** Why a session is no longer valid. */
export type SignedOutReason = "ended" | "expired" | "suspended" | "deleted";

/**
 * What an open page knows about its user. Anything else that changes while they read becomes a field here.
 */
export type LiveState =
  | {
      isSignedIn: true;
      personId: string;
      role: Role;
      /** The paid plan; null for a free member. */
      tier: Tier | null;
      /** Relative to now, because the browser's clock may be wrong. */
      endsInMs: number;
      unreadCount: number;
    }
  | { isSignedIn: false; why: SignedOutReason };

/** Whether a request extends its session. Those that open pages send by themselves don't, except the POST meant for it. */
export function extendsSession(method: string, session: RouteHandle["session"]): boolean {
  return session !== "not-extended" || method === "POST";
}

/**
 * Parses a state from the server or another tab; null if invalid. Written by hand, because a schema library would be
 * larger than the rest of this script.
 */
export function parseLiveState(sent: unknown): LiveState | null {
  if (typeof sent !== "object" || sent === null || !("isSignedIn" in sent)) return null;
  if (sent.isSignedIn === false) {
    const why = "why" in sent ? REASONS.find((reason) => reason === sent.why) : undefined;
    return why === undefined ? null : { isSignedIn: false, why };
  }
  if (!("personId" in sent && "role" in sent && "tier" in sent && "endsInMs" in sent && "unreadCount" in sent))
    return null;
  const { personId, endsInMs, unreadCount } = sent;
  const role = ROLES.find((value) => value === sent.role);
  if (typeof personId !== "string" || role === undefined) return null;
  const tier = sent.tier === null ? null : TIERS.find((value) => value === sent.tier);
  if (tier === undefined) return null;
  if (typeof endsInMs !== "number" || typeof unreadCount !== "number") return null;
  return { isSignedIn: true, personId, role, tier, endsInMs, unreadCount };
}

const REASONS = ["ended", "expired", "suspended", "deleted"] as const satisfies SignedOutReason[];

const TIERS = ["local-explorer", "city-insider", "vip"] as const satisfies Tier[];

/** Repeats the database's roles, because the schema file must not be bundled for the browser. */
const ROLES = ["member", "business", "admin"] as const satisfies Role[];
