import "../admin.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { formatFullCount } from "#app/ui/format-count.ts";

import { BUSINESSES_PATH, CONTENT_PATH, editPlacePath, editPostPath } from "../content/content.ts";
import { type Overview, POST_STATUS_BADGES, POST_STATUS_LABELS } from "./overview.ts";

export function RecentPosts({ overview: { recentPosts } }: { overview: Overview }) {
  return (
    <Recent
      id="recent-posts"
      title="Recent posts"
      all={
        <Link className="link" to={CONTENT_PATH}>
          All posts
        </Link>
      }
      none="No posts yet."
      columns={{ name: "Title", wide: "Category", third: "Status", number: "Views" }}
      rows={recentPosts.map(({ id, title, category, status, views }) => ({
        id,
        name: (
          <a className="admin-name" href={editPostPath(id)}>
            {title}
          </a>
        ),
        wide: category,
        third: <span className={`badge ${POST_STATUS_BADGES[status]}`}>{POST_STATUS_LABELS[status]}</span>,
        number: formatFullCount(views),
      }))}
    />
  );
}

export function RecentBusinesses({ overview: { recentBusinesses } }: { overview: Overview }) {
  return (
    <Recent
      id="recent-businesses"
      title="Recent businesses"
      all={
        <Link className="link" to={BUSINESSES_PATH}>
          All businesses
        </Link>
      }
      none="No businesses yet."
      columns={{ name: "Business", wide: "Neighborhood", third: "Price", number: "Rating" }}
      rows={recentBusinesses.map(({ id, name, neighborhood, priceRange, rating }) => ({
        id,
        name: (
          <Link className="admin-name" to={editPlacePath(id)}>
            {name}
          </Link>
        ),
        wide: neighborhood,
        third: priceRange ?? "–",
        number: rating === null ? "–" : rating.toFixed(1),
      }))}
    />
  );
}

type RecentProps = {
  id: string;
  title: string;
  all: ReactNode;
  none: string;
  /** `name` is the row header; `wide` is shown on wide screens only. */
  columns: { name: string; wide: string; third: string; number: string };
  rows: { id: number; name: ReactNode; wide: string; third: ReactNode; number: string }[];
};

function Recent({ id, title, all, none, columns, rows }: RecentProps) {
  return (
    <section aria-labelledby={id}>
      <div className="admin-section-head">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {all}
      </div>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <table className="data-table admin-table">
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col" className="admin-wide">
                {columns.wide}
              </th>
              <th scope="col">{columns.third}</th>
              <th scope="col" className="admin-number">
                {columns.number}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                <td className="admin-wide">{row.wide}</td>
                <td>{row.third}</td>
                <td className="admin-number">{row.number}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
