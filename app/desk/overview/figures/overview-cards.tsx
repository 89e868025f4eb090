import "../admin.css";

import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

import type { Overview } from "./overview.ts";

/** Totals of the site, each with a note of what is new. */
export function OverviewCards({
  overview: { posts, businesses, users, views, growth, comparisonLabel: compared },
}: {
  overview: Overview;
}) {
  const cards = [
    {
      label: "Total Posts",
      value: formatFullCount(posts.published + posts.scheduled + posts.drafts),
      note: `${formatFullCount(posts.published)} published, ${posts.scheduled === 0 ? "" : `${formatFullCount(posts.scheduled)} scheduled, `}${pluralize(posts.drafts, "draft")}`,
    },
    {
      label: "Businesses",
      value: formatFullCount(businesses.listed),
      note:
        businesses.submitted === 0
          ? "No new submissions"
          : `${formatFullCount(businesses.submitted)} waiting for approval`,
    },
    {
      label: "Total Users",
      value: formatFullCount(users.count),
      note:
        users.joinedThisWeek === 0
          ? "No sign-ups this week"
          : `${formatFullCount(users.joinedThisWeek)} joined this week`,
    },
    {
      label: "Total Views",
      value: formatFullCount(views.total),
      note: `${formatFullCount(views.lastDays)} in 30 days, ${views.span}`,
    },
    {
      label: "Growth",
      value: growth ?? "–",
      note: growth === null ? "No views last month to compare with" : `Views ${compared}`,
    },
  ];
  return (
    <dl className="admin-cards">
      {cards.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
