import { UserRound } from "lucide-react";

import { type HeaderViewer, SIGN_OUT_PATH } from "./navigation.ts";

/** Who is signed in, and the way out; a native popover, so that it works without script. */
export function UserMenu({ viewer }: { viewer: HeaderViewer }) {
  return (
    <div className="user-menu">
      <button type="button" className="button button-outline" popoverTarget="user-menu-sheet">
        <UserRound className="icon-small" aria-hidden="true" />
        <span className="user-menu-name">{viewer.name}</span>
        <UnreadCount count={viewer.unreadCount} />
      </button>
      <div className="user-menu-sheet" id="user-menu-sheet" popover="auto">
        <SignedInAs viewer={viewer} />
        <OwnPages viewer={viewer} />
        <SignOutButton />
      </div>
    </div>
  );
}

/** How many notifications are new; nothing when none is. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="unread-count">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> new notifications</span>
    </span>
  );
}

export function SignedInAs({ viewer }: { viewer: HeaderViewer }) {
  return (
    <p className="user-menu-person">
      <strong>{viewer.name}</strong>
      <span>{ROLE_NAMES[viewer.role]}</span>
    </p>
  );
}

const ROLE_NAMES = { admin: "Admin", business: "Business", member: "Member" } as const;

/** Plain links: a whole page load closes the menu, and shows what other pages of this browser have changed. */
export function OwnPages({ viewer }: { viewer: HeaderViewer }) {
  return (
    <ul>
      {viewer.pages.map(({ to, label }) => (
        <li key={to}>
          <a className="user-menu-page" href={to}>
            {label}
            {to === "/notifications" && <UnreadCount count={viewer.unreadCount} />}
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
