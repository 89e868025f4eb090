import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

import { Tabs } from "#app/ui/tabs.tsx";

type MenuTabsProps = {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean; count?: number }[];
};

/** Tabs of which a narrow screen has no room for all: there they are a menu that says which one this is. */
export function MenuTabs({ label, tabs }: MenuTabsProps) {
  const current = tabs.find(({ isCurrent }) => isCurrent);
  return (
    <>
      <div className="admin-tabs">
        <Tabs label={label} tabs={tabs} />
      </div>
      <nav className="admin-sections" aria-label={label}>
        {/* The next page begins with it closed. */}
        <details key={current?.label}>
          <summary className="button button-outline">
            {current !== undefined && <Words tab={current} />}
            <ChevronDown className="icon-small" aria-hidden="true" />
          </summary>
          <ul>
            {tabs.map((tab) => (
              <li key={tab.label}>
                <Link to={tab.to} aria-current={tab.isCurrent ? "page" : undefined}>
                  <Words tab={tab} />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      </nav>
    </>
  );
}

function Words({ tab: { label, count } }: { tab: MenuTabsProps["tabs"][number] }) {
  return (
    <span>
      {label}
      {count !== undefined && <span className="tab-count"> {count}</span>}
    </span>
  );
}
