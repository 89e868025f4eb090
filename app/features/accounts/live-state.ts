import type { Role } from "#app/db/schema/accounts.ts";
import type { Tier } from "#app/features/billing/plans.ts";

/** Where a page opens its stream of what changes for its person. */
export const EVENTS_PATH = "/events";

/** Where a page asks the same once; sent as a form, it also counts as a use of the session. */
export const SESSION_PATH = "/auth/session";

/** Where a page asks what to show in a sponsored slot. */
const SLOT_PATH = "/sponsored";

/** Why a page's session is one no longer. */
export type SignedOutReason = "ended" | "expired" | "suspended" | "deleted";

/**
 * What an open page is to know of its person. Whatever else changes for them while they read becomes a field here.
 */
export type LiveState =
  | {
      isSignedIn: true;
      personId: string;
      role: Role;
      /** What they are a member of; null for a free member. */
      tier: Tier | null;
      /** From now; the browser's clock may be wrong. */
      endsInMs: number;
      unreadCount: number;
    }
  | { isSignedIn: false; why: SignedOutReason };

/** What an open page asks by itself, without anybody having done anything. */
export function isAskedByPage(path: string): boolean {
  return path === EVENTS_PATH || path === SESSION_PATH || path === SLOT_PATH;
}

/** Whether a request keeps its session alive. Of what a page asks by itself only what is sent for that very purpose does. */
export function countsAsUse(method: string, path: string): boolean {
  return !isAskedByPage(path) || method === "POST";
}

/**
 * A state as the server or another tab sent it; null for what isn't one, as from a tab of another version. By hand: a
 * schema library would weigh more than all the rest.
 */
export function readLiveState(sent: unknown): LiveState | null {
  if (typeof sent !== "object" || sent === null || !("isSignedIn" in sent)) return null;
  if (sent.isSignedIn === false) {
    const why = "why" in sent ? REASONS.find((reason) => reason === sent.why) : undefined;
    return why === undefined ? null : { isSignedIn: false, why };
  }
  if (!("personId" in sent && "role" in sent && "tier" in sent && "endsInMs" in sent && "unreadCount" in sent))
    return null;
  const { personId, endsInMs, unreadCount } = sent;
  const role = ROLES.find((known) => known === sent.role);
  if (typeof personId !== "string" || role === undefined) return null;
  const tier = sent.tier === null ? null : TIERS.find((known) => known === sent.tier);
  if (tier === undefined) return null;
  if (typeof endsInMs !== "number" || typeof unreadCount !== "number") return null;
  return { isSignedIn: true, personId, role, tier, endsInMs, unreadCount };
}

const REASONS = ["ended", "expired", "suspended", "deleted"] as const satisfies SignedOutReason[];

const TIERS = ["local-explorer", "city-insider", "vip"] as const satisfies Tier[];

/** As the database has them; its own file must not come into the browser. */
const ROLES = ["member", "business", "admin"] as const satisfies Role[];
