import { dashboardPath } from "#app/people/accounts/sign-in/after-sign-in.ts";
import { SUBSCRIPTION_PATH } from "#app/people/membership/billing-paths.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { NOTIFICATIONS_PATH } from "#app/core/notifications/notification-list.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import type { HeaderViewer } from "./navigation.ts";

/** Builds the header's data for the signed-in user. Runs on the server, so that guests don't download it. */
export function buildHeaderViewer(
  { id, name, role, tier }: Pick<Viewer, "id" | "name" | "role" | "tier">,
  { unreadCount, hasBusinesses }: { unreadCount: number; hasBusinesses: boolean },
): HeaderViewer {
  return {
    id,
    name,
    role,
    tier,
    unreadCount,
    pages: [
      { label: "Dashboard", to: dashboardPath(role) },
      ...(hasBusinesses ? [{ label: "Your businesses", to: "/business" }] : []),
      tier === null
        ? { label: "Upgrade to Premium", to: SUBSCRIPTION_PATH }
        : { label: "Subscription", to: SUBSCRIPTION_PATH },
      { label: "Notifications", to: NOTIFICATIONS_PATH },
      { label: "Saved", to: "/saved" },
      { label: "Lists", to: "/lists" },
      { label: "Activity", to: "/activity" },
      ...(entitlementsOf(tier).askEditor ? [{ label: "Ask an editor", to: "/ask" }] : []),
      { label: "Settings", to: "/settings" },
      { label: "Corrections", to: "/corrections" },
      { label: "Sessions", to: "/member/sessions" },
      ...(role === "admin" ? [{ label: "Inbox", to: "/admin/inbox" }] : []),
    ],
  };
}
