import type { HeaderViewer } from "./navigation.ts";
import { PremiumLink } from "./tier-badge.tsx";
import { UnreadCount } from "./unread-count.tsx";
import { SessionChrome } from "./session-chrome.tsx";
import { UserMenuLinks, SignedInAs, SignOutButton, UserMenu } from "./user-menu.tsx";

export type SignedInChromeProps = {
  /**
   * The header's menu, its version for the phone's panel, the unread count at the panel's button, or the session watch.
   */
  part: "menu" | "panel" | "count" | "watch";
  viewer: HeaderViewer;
};

/** The parts of the header for signed-in users; `lazy-signed-in-chrome.tsx` renders it. */
export function SignedInChrome({ part, viewer }: SignedInChromeProps) {
  switch (part) {
    case "menu":
      return (
        <>
          <PremiumLink viewer={viewer} />
          <UserMenu viewer={viewer} />
        </>
      );
    case "count":
      return <UnreadCount viewer={viewer} />;
    case "watch":
      return <SessionChrome viewer={viewer} />;
    case "panel":
      return (
        <>
          <SignedInAs viewer={viewer} />
          <UserMenuLinks viewer={viewer} />
          <SignOutButton />
        </>
      );
  }
}
