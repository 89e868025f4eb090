import "./home.css";

import { formatFullCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import type { HomePage } from "./home.ts";

/** The statistics. Without counted visitors, theirs is left out. */
export function HomeStats({ stats }: { stats: HomePage["stats"] }) {
  const shown: { label: string; count: number | null; isDemo?: boolean | undefined }[] = [
    { label: "Local Businesses", count: stats.businesses },
    { label: "Neighborhoods", count: stats.neighborhoods },
    { label: "Monthly Visitors", count: stats.monthlyVisitors?.count ?? null, isDemo: stats.monthlyVisitors?.isDemo },
    {
      label: `Daily Updates, ${stats.updates.day === "today" ? "so far today" : "yesterday"}`,
      count: stats.updates.count,
    },
  ];
  return (
    <div className="home-stats">
      <dl className="wrap">
        {shown.map(({ label, count, isDemo }) =>
          count === null ? null : (
            <div key={label}>
              <dt>
                {label} {isDemo === true && <DemoMark />}
              </dt>
              <dd>{formatFullCount(count)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
