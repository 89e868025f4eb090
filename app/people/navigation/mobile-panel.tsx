import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { Logo } from "#app/ui/marks.tsx";
import { Panel, PanelCloser } from "#app/ui/panel.tsx";
import {
  CATEGORY_LINKS,
  type HeaderViewer,
  isCategoryPath,
  isNeighborhoodPath,
  type NeighborhoodLink,
} from "./navigation.ts";
import { LazySignedInChrome } from "./lazy-signed-in-chrome.tsx";
import { SignedOutActions } from "./signed-out-actions.tsx";
import { SiteSearch } from "./site-search.tsx";

/** The header's content as a full-screen panel on phones. */
export function MobilePanel({
  neighborhoods,
  currentPath,
  viewer,
}: {
  neighborhoods: readonly NeighborhoodLink[];
  currentPath: string;
  viewer: HeaderViewer | null;
}) {
  return (
    <Panel id="site-panel" label="Menu">
      <div className="wrap site-header-bar mobile-panel-bar">
        <Link className="logo" to="/" aria-label="Rowhouse, home">
          <Logo />
        </Link>
        <PanelCloser panel="site-panel" label="Close menu">
          <X className="icon" aria-hidden="true" />
        </PanelCloser>
      </div>
      <div className="wrap mobile-panel-body">
        <SiteSearch fieldId="panel-search" className="panel-search" />
        <nav aria-label="Menu">
          <ul className="mobile-panel-list">
            <FoldedList title="Categories" isOpen={isCategoryPath(currentPath)}>
              {CATEGORY_LINKS.map((link) => (
                <li key={link.slug}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </FoldedList>
            <FoldedList title="Neighborhoods" isOpen={isNeighborhoodPath(currentPath)}>
              {neighborhoods.map(({ slug, name }) => (
                <li key={slug}>
                  <Link to={`/neighborhood/${slug}`}>{name}</Link>
                </li>
              ))}
              <li>
                <Link className="mobile-panel-all" to="/neighborhoods">
                  All neighborhoods
                </Link>
              </li>
            </FoldedList>
            <li>
              <Link className="mobile-panel-row" to="/latest">
                Latest
              </Link>
            </li>
          </ul>
        </nav>
      </div>
      <div className="wrap mobile-panel-actions">
        {viewer === null ? (
          <SignedOutActions currentPath={currentPath} />
        ) : (
          <LazySignedInChrome part="panel" viewer={viewer} />
        )}
      </div>
    </Panel>
  );
}

function FoldedList({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <li>
      <details open={isOpen}>
        <summary className="mobile-panel-row">
          {title}
          <ChevronDown className="icon" aria-hidden="true" />
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  );
}
