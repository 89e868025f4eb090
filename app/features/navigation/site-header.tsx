import { Menu as MenuIcon, Search } from "lucide-react";
import { Link } from "react-router";

import { Suggestions } from "#app/features/search/suggestions.tsx";
import { Logo } from "#app/ui/marks.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PanelOpener } from "#app/ui/panel.tsx";
import { CategoriesSheet, NeighborhoodsSheet } from "./menu-sheets.tsx";
import { MobilePanel } from "./mobile-panel.tsx";
import { HEADER_ACTIONS, isAt, isCategoryPath, isNeighborhoodPath, type NeighborhoodLink } from "./navigation.ts";
import { SiteSearch } from "./site-search.tsx";
import { useSlashFocus } from "./use-slash-focus.ts";

export function SiteHeader({
  neighborhoods,
  currentPath,
}: {
  neighborhoods: readonly NeighborhoodLink[];
  currentPath: string;
}) {
  useSlashFocus();
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
        {HEADER_ACTIONS.length > 0 && (
          <div className="site-actions">
            {HEADER_ACTIONS.map((action) => (
              <Link key={action.to} className={`button button-${action.look}`} to={action.to}>
                {action.label}
              </Link>
            ))}
          </div>
        )}
        <PanelOpener panel="site-panel" label="Menu">
          <MenuIcon className="icon" aria-hidden="true" />
        </PanelOpener>
      </div>
      <Suggestions />
      <MobilePanel neighborhoods={neighborhoods} currentPath={currentPath} />
    </header>
  );
}
