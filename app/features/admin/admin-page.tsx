import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";

import { Tabs } from "#app/ui/tabs.tsx";

import { ADMIN_SECTIONS, type AdminSection } from "./admin-paths.ts";
import { SkeletonRows } from "./skeleton-rows.tsx";

type AdminPageProps = {
  section: AdminSection;
  title: string;
  /** One quiet line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** One page of whoever looks after the guide. While another one is on its way, its place is kept by rows without words. */
export function AdminPage({ section, title, lead, actions, children }: AdminPageProps) {
  const next = useNavigation().location?.pathname;
  const coming = ADMIN_SECTIONS.find(({ path, name }) => path === next && name !== section);
  return (
    <div className="wrap admin-page">
      <div className="admin-head">
        <div>
          <h1 className="d3">{title}</h1>
          {lead !== undefined && <p className="text-stone-5 text-row">{lead}</p>}
        </div>
        {actions !== undefined && <div className="admin-actions">{actions}</div>}
      </div>
      <Sections current={coming?.name ?? section} />
      {coming === undefined ? children : <SkeletonRows count={coming.name === "users" ? 5 : 3} />}
    </div>
  );
}

/** More than a narrow screen has room for: there they are a menu that says which one this is. */
function Sections({ current }: { current: AdminSection }) {
  const label = "Pages for admins";
  return (
    <>
      <div className="admin-tabs">
        <Tabs
          label={label}
          tabs={ADMIN_SECTIONS.map((each) => ({ label: each.label, to: each.path, isCurrent: each.name === current }))}
        />
      </div>
      <nav className="admin-sections" aria-label={label}>
        {/* The next page begins with it closed. */}
        <details key={current}>
          <summary className="button button-outline">
            {ADMIN_SECTIONS.find(({ name }) => name === current)?.label}
            <ChevronDown className="icon-small" aria-hidden="true" />
          </summary>
          <ul>
            {ADMIN_SECTIONS.map(({ name, label: words, path }) => (
              <li key={name}>
                <Link to={path} aria-current={name === current ? "page" : undefined}>
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      </nav>
    </>
  );
}
