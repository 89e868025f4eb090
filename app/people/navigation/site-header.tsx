import { Menu as MenuIcon, Search } from "lucide-react";
import { Link } from "react-router";

import { Suggestions } from "#app/guide/search/suggest/suggestions.tsx";
import { Logo } from "#app/ui/marks.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PanelOpener } from "#app/ui/panel.tsx";
import { CategoriesSheet, NeighborhoodsSheet } from "./menu-sheets.tsx";
import { MobilePanel } from "./mobile-panel.tsx";
import {
  type HeaderViewer,
  isWithinPath,
  isCategoryPath,
  isNeighborhoodPath,
  type NeighborhoodLink,
} from "./navigation.ts";
import { LazySignedInChrome } from "./lazy-signed-in-chrome.tsx";
import { SignedOutActions } from "./signed-out-actions.tsx";
import { SiteSearch } from "./site-search.tsx";

export function SiteHeader({
  neighborhoods,
  currentPath,
  viewer,
}: {
  neighborhoods: readonly NeighborhoodLink[];
  currentPath: string;
  viewer: HeaderViewer | null;
}) {
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
                className={isWithinPath(currentPath, "/latest") ? "menu-button bars-below" : "menu-button"}
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
          {viewer === null ? (
            <SignedOutActions currentPath={currentPath} />
          ) : (
            <LazySignedInChrome part="menu" viewer={viewer} />
          )}
        </div>
        <PanelOpener panel="site-panel" label="Menu">
          <MenuIcon className="icon" aria-hidden="true" />
          {viewer !== null && <LazySignedInChrome part="count" viewer={viewer} />}
        </PanelOpener>
      </div>
      {viewer !== null && <LazySignedInChrome part="watch" viewer={viewer} />}
      <Suggestions />
      <MobilePanel neighborhoods={neighborhoods} currentPath={currentPath} viewer={viewer} />
    </header>
  );
}
