import { Link } from "react-router";

type Tab = { label: string; to: string; isCurrent: boolean; count?: number | string };

/** Tabs that are pages of their own: links, with the two bars under the current one. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.label} className="tab" to={tab.to} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
