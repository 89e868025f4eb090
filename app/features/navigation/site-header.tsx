import { Menu as MenuIcon, Search } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { Suggestions } from "#app/features/search/suggestions.tsx";
import { Logo } from "#app/ui/marks.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PanelOpener } from "#app/ui/panel.tsx";
import { CategoriesSheet, NeighborhoodsSheet } from "./menu-sheets.tsx";
import { MobilePanel } from "./mobile-panel.tsx";
import { type HeaderViewer, isAt, isCategoryPath, isNeighborhoodPath, type NeighborhoodLink } from "./navigation.ts";
import { SignedOutActions } from "./signed-out-actions.tsx";
import { SiteSearch } from "./site-search.tsx";
import { useSlashFocus } from "./use-slash-focus.ts";
import { UnreadCount, UserMenu } from "./user-menu.tsx";
import { WatchedSession } from "./watched-session.tsx";

export function SiteHeader({
  neighborhoods,
  currentPath,
  viewer: madeFor,
}: {
  neighborhoods: readonly NeighborhoodLink[];
  currentPath: string;
  viewer: HeaderViewer | null;
}) {
  useSlashFocus();
  const [unreadCount, setUnreadCount] = useState(madeFor?.unreadCount ?? 0);
  const viewer = madeFor && { ...madeFor, unreadCount };
  return (
    <header className="site-header">
      <div className="wrap site-header-bar">
        <Link
          className="logo"
          to="/"
          aria-label="Rowhouse, home"
          aria-current={currentPath === "/" ? "page" : undefined}
        >
          <Logo />
        </Link>
        <nav className="site-nav" aria-label="Main">
          <ul>
            <Menu id="menu-categories" label="Categories" isHere={isCategoryPath(currentPath)}>
              <CategoriesSheet currentPath={currentPath} />
            </Menu>
            <Menu id="menu-neighborhoods" label="Neighborhoods" isHere={isNeighborhoodPath(currentPath)}>
              <NeighborhoodsSheet neighborhoods={neighborhoods} currentPath={currentPath} />
            </Menu>
            <li>
              <Link
                className={isAt(currentPath, "/latest") ? "menu-button bars-below" : "menu-button"}
                to="/latest"
                aria-current={currentPath === "/latest" ? "page" : undefined}
              >
                Latest
              </Link>
            </li>
          </ul>
        </nav>
        <SiteSearch fieldId="header-search" className="site-search" hasKey />
        <Link className="icon-button site-search-link" to="/search" aria-label="Search DC">
          <Search className="icon" aria-hidden="true" />
        </Link>
        <div className="site-actions">
          {viewer === null ? <SignedOutActions currentPath={currentPath} /> : <UserMenu viewer={viewer} />}
        </div>
        <PanelOpener panel="site-panel" label="Menu">
          <MenuIcon className="icon" aria-hidden="true" />
          <UnreadCount count={unreadCount} />
        </PanelOpener>
      </div>
      {viewer !== null && <WatchedSession viewer={viewer} onUnread={setUnreadCount} />}
      <Suggestions />
      <MobilePanel neighborhoods={neighborhoods} currentPath={currentPath} viewer={viewer} />
    </header>
  );
}
