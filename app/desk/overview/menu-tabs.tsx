import "./admin.css";

import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

import { Tabs } from "#app/ui/tabs.tsx";

type MenuTabsProps = {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean; count?: number }[];
};

/** Tabs that become a menu on narrow screens, labeled with the current tab. */
export function MenuTabs({ label, tabs }: MenuTabsProps) {
  const current = tabs.find(({ isCurrent }) => isCurrent);
  return (
    <>
      <div className="admin-tabs">
        <Tabs label={label} tabs={tabs} />
      </div>
      <nav className="admin-sections" aria-label={label}>
        {/* The key closes the menu on the next page. */}
        <details key={current?.label}>
          <summary className="button button-outline">
            {current !== undefined && <TabLabel tab={current} />}
            <ChevronDown className="icon-small" aria-hidden="true" />
          </summary>
          <ul>
            {tabs.map((tab) => (
              <li key={tab.label}>
                <Link to={tab.to} aria-current={tab.isCurrent ? "page" : undefined}>
                  <TabLabel tab={tab} />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      </nav>
    </>
  );
}

function TabLabel({ tab: { label, count } }: { tab: MenuTabsProps["tabs"][number] }) {
  return (
    <span>
      {label}
      {count !== undefined && <span className="tab-count"> {count}</span>}
    </span>
  );
}
