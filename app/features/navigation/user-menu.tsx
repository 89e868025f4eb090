import { UserRound } from "lucide-react";
import { useLocation } from "react-router";

import { NOTIFICATIONS_PATH } from "#app/features/notifications/notification-list.ts";

import { type HeaderViewer, SIGN_OUT_PATH } from "./navigation.ts";
import { TierBadge } from "./tier-badge.tsx";
import { UnreadCount } from "./unread-count.tsx";

/** Who is signed in, and the way out; a native popover, so that it works without script. */
export function UserMenu({ viewer }: { viewer: HeaderViewer }) {
  return (
    <div className="user-menu">
      <button type="button" className="button button-outline" popoverTarget="user-menu-sheet">
        <UserRound className="icon-small" aria-hidden="true" />
        <span className="user-menu-name">{viewer.name}</span>
        <TierBadge viewer={viewer} />
        <UnreadCount viewer={viewer} />
      </button>
      <div className="user-menu-sheet" id="user-menu-sheet" popover="auto">
        <SignedInAs viewer={viewer} />
        <OwnPages viewer={viewer} />
        <SignOutButton />
      </div>
    </div>
  );
}

export function SignedInAs({ viewer }: { viewer: HeaderViewer }) {
  return (
    <p className="user-menu-person">
      <strong>{viewer.name}</strong>
      <span>{ROLE_NAMES[viewer.role]}</span>
      <TierBadge viewer={viewer} />
    </p>
  );
}

const ROLE_NAMES = { admin: "Admin", business: "Business", member: "Member" } as const;

const EDITED_PATH = /^\/(?:posts|places)\/[a-z0-9-]+$/;

/** Plain links: a whole page load closes the menu, and shows what other pages of this browser have changed. */
export function OwnPages({ viewer }: { viewer: HeaderViewer }) {
  const { pathname } = useLocation();
  // The server knows which guide or place that is; nobody else's browser fetches any of this.
  const isEdited = viewer.role === "admin" && EDITED_PATH.test(pathname);
  return (
    <ul>
      {isEdited && (
        <li>
          <a className="user-menu-page" href={`/admin/edit${pathname}`}>
            Edit this page
          </a>
        </li>
      )}
      {viewer.pages.map(({ to, label }) => (
        <li key={to}>
          <a className="user-menu-page" href={to}>
            {label}
            {to === NOTIFICATIONS_PATH && <UnreadCount viewer={viewer} />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A whole page load follows: nothing that the signed-in pages have in memory may stay. */
export function SignOutButton() {
  return (
    <form method="post" action={SIGN_OUT_PATH}>
      <button type="submit" className="button button-plain user-menu-out">
        Sign Out
      </button>
    </form>
  );
}
