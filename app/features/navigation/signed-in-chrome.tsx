import type { HeaderViewer } from "./navigation.ts";
import { PremiumWay } from "./tier-badge.tsx";
import { UnreadCount } from "./unread-count.tsx";
import { SessionChrome } from "./session-chrome.tsx";
import { OwnPages, SignedInAs, SignOutButton, UserMenu } from "./user-menu.tsx";

export type SignedInChromeProps = {
  /** The header's menu, what the phone's panel has of it, the count at what opens the panel, or what is seen only in trouble. */
  part: "menu" | "panel" | "count" | "watch";
  viewer: HeaderViewer;
};

/** All of the chrome that is for signed-in people; `signed-in.tsx` renders it. */
export function SignedInChrome({ part, viewer }: SignedInChromeProps) {
  switch (part) {
    case "menu":
      return (
        <>
          <PremiumWay viewer={viewer} />
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
          <OwnPages viewer={viewer} />
          <SignOutButton />
        </>
      );
  }
}
