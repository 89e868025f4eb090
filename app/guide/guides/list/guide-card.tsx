import "./guide-card.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { pluralize, formatShortCount } from "#app/ui/format-count.ts";
import type { GuideCardData } from "../page/guide.ts";
import { GuideBadge } from "../page/guide-badge.tsx";

/** `lead` opens a page; `card` has its picture above the text, `row` beside it. On phones cards become rows. */
export type GuideCardShape = "lead" | "card" | "row";

export function GuideCard({
  guide,
  shape = "card",
  isFirstPicture = false,
  action,
}: {
  guide: GuideCardData;
  shape?: GuideCardShape;
  /** The page's first large picture is loaded eagerly and with priority. */
  isFirstPicture?: boolean;
  /** A button in the picture's corner, or at the end of a row. */
  action?: ReactNode;
}) {
  return (
    <article className={shape === "card" ? "guide-card" : `guide-card guide-${shape}`}>
      <div className="picture">
        <img
          src={guide.picture.card}
          alt=""
          width={480}
          height={360}
          loading={isFirstPicture ? "eager" : "lazy"}
          fetchPriority={isFirstPicture ? "high" : undefined}
          decoding="async"
        />
      </div>
      <div className="guide-words">
        <p className="kicker">
          {guide.category.name} <GuideBadge guide={guide} />
        </p>
        <h3 className={shape === "lead" ? "d3" : "h3"}>
          <Link className="name-link" to={`/posts/${guide.slug}`}>
            {guide.title}
          </Link>
        </h3>
        {shape !== "row" && <p className="guide-excerpt">{guide.excerpt}</p>}
        <p className="meta guide-meta text-meta">
          <span>{guide.neighborhood?.name ?? "Citywide"}</span>
          <span>{guide.readMinutes} min read</span>
          <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
          {guide.views !== undefined && <GuideViews views={guide.views} />}
        </p>
      </div>
      {action}
    </article>
  );
}

/** Views in the last 30 days. */
export function GuideViews({ views }: { views: number | null }) {
  if (views === null) return <span className="guide-views">Under 10 views</span>;
  return (
    <span className="guide-views" title={pluralize(views, "view")}>
      {formatShortCount(views)} {views === 1 ? "view" : "views"}
    </span>
  );
}
