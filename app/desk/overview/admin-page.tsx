import "./admin.css";

import type { ReactNode } from "react";
import { Link, useNavigation, useOutletContext } from "react-router";

import { formatFullCount } from "#app/ui/format-count.ts";
import { Tabs } from "#app/ui/tabs.tsx";

import { type AdminSection, DESK_TABS } from "./admin-paths.ts";
import { SkeletonRows } from "./content/skeleton-rows.tsx";
import { type InboxCounts, inboxTotal } from "./inbox/inbox.ts";

type AdminPageProps = {
  section: AdminSection;
  title: string;
  /** One line beside the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of an admin page. While another admin page loads, it shows placeholder rows. */
export function AdminPage({ section, title, lead, actions, children }: AdminPageProps) {
  // Null when the counts of the frame failed to load.
  const counts = useOutletContext<InboxCounts | null | undefined>() ?? null;
  const next = useNavigation().location?.pathname;
  const loading = DESK_TABS.flatMap(({ pages }) => [...pages]).find(
    ({ path, name }) => path === next && name !== section,
  );
  const current = loading?.name ?? section;
  const tab = DESK_TABS.find(({ pages }) => pages.some(({ name }) => name === current)) ?? DESK_TABS[0];
  return (
    <div className="wrap admin-page">
      <div className="desk-nav">
        <Tabs
          label="Pages for admins"
          tabs={DESK_TABS.map(({ label, pages }) => ({
            label,
            to: pages[0].path,
            isCurrent: label === tab.label,
            ...(label === "Inbox" && counts !== null ? { count: formatFullCount(inboxTotal(counts)) } : {}),
          }))}
        />
        <nav className="desk-pages chips" aria-label={`Pages of ${tab.label}`}>
          {tab.pages.map(({ name, label, path }) => (
            <Link key={name} className="chip" to={path} aria-current={name === current ? "page" : undefined}>
              {label}
              <PageCount name={name} counts={counts} />
            </Link>
          ))}
        </nav>
      </div>
      <div className="admin-head">
        <h1 className="h1">{title}</h1>
        {lead !== undefined && <p className="text-muted text-row">{lead}</p>}
        {actions !== undefined && <div className="admin-actions">{actions}</div>}
      </div>
      {loading === undefined ? children : <SkeletonRows count={loading.name === "users" ? 5 : 3} />}
    </div>
  );
}

function PageCount({ name, counts }: { name: AdminSection; counts: InboxCounts | null }) {
  if (counts === null) return null;
  const count = Object.entries(counts).find(([kind]) => kind === name)?.[1];
  return count === undefined || count === 0 ? null : <span className="chip-count"> {formatFullCount(count)}</span>;
}
