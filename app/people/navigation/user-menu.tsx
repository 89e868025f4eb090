import { UserRound } from "lucide-react";
import { useLocation } from "react-router";

import { NOTIFICATIONS_PATH } from "#app/core/notifications/notification-list.ts";

import { type HeaderViewer, SIGN_OUT_PATH } from "./navigation.ts";
import { TierBadge } from "./tier-badge.tsx";
import { UnreadCount } from "./unread-count.tsx";

/** The signed-in user's menu. A native popover, so that it works without JavaScript. */
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
        <UserMenuLinks viewer={viewer} />
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

const EDITABLE_PATH = /^\/(?:posts|places)\/[a-z0-9-]+$/;

/** Plain links: a full page load closes the menu and shows changes made in other tabs. */
export function UserMenuLinks({ viewer }: { viewer: HeaderViewer }) {
  const { pathname } = useLocation();
  // The server checks which guide or place it is. Only admins get this link.
  const isEditable = viewer.role === "admin" && EDITABLE_PATH.test(pathname);
  return (
    <ul>
      {isEditable && (
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

/** A native form post: the full page load clears everything that signed-in pages have in memory. */
export function SignOutButton() {
  return (
    <form method="post" action={SIGN_OUT_PATH}>
      <button type="submit" className="button button-plain user-menu-out">
        Sign Out
      </button>
    </form>
  );
}
