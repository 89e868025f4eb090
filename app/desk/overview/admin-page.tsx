import type { ReactNode } from "react";
import { useNavigation } from "react-router";

import { ADMIN_SECTIONS, type AdminSection } from "./admin-paths.ts";
import { MenuTabs } from "./menu-tabs.tsx";
import { SkeletonRows } from "./content/skeleton-rows.tsx";

type AdminPageProps = {
  section: AdminSection;
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of an admin page. While another admin page loads, it shows placeholder rows. */
export function AdminPage({ section, title, lead, actions, children }: AdminPageProps) {
  const next = useNavigation().location?.pathname;
  const loading = ADMIN_SECTIONS.find(({ path, name }) => path === next && name !== section);
  return (
    <div className="wrap admin-page">
      <div className="admin-head">
        <div>
          <h1 className="d3">{title}</h1>
          {lead !== undefined && <p className="text-muted text-row">{lead}</p>}
        </div>
        {actions !== undefined && <div className="admin-actions">{actions}</div>}
      </div>
      <MenuTabs
        label="Pages for admins"
        tabs={ADMIN_SECTIONS.map(({ name, label, path }) => ({
          label,
          to: path,
          isCurrent: name === (loading?.name ?? section),
        }))}
      />
      {loading === undefined ? children : <SkeletonRows count={loading.name === "users" ? 5 : 3} />}
    </div>
  );
}
