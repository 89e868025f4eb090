import "./home.css";

import { Link } from "react-router";

import { GuideViews } from "#app/guide/guides/list/guide-card.tsx";
import { GuideBadge } from "#app/guide/guides/page/guide-badge.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import type { HomePage } from "./home.ts";

/** The three trending guides, numbered, and what their order is based on. */
export function TrendingNow({ trending }: { trending: HomePage["trending"] }) {
  return (
    <section className="trending" aria-labelledby="trending">
      <div className="trending-head">
        <h2 className="h4" id="trending">
          Trending Now
        </h2>
        {trending.isDemo && <DemoMark />}
        <span className="text-meta text-muted">
          {trending.basis === "views" ? "Views, last 30 days" : "Newest first"}
        </span>
      </div>
      <ol>
        {trending.guides.map((guide, index) => (
          <li key={guide.slug}>
            <span className="trending-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="h3">
                <Link className="name-link" to={`/posts/${guide.slug}`}>
                  {guide.title}
                </Link>
              </h3>
              <p className="meta text-meta text-muted">
                <span>{guide.category.name}</span>
                <span>{guide.readMinutes} min</span>
                <GuideBadge guide={guide} />
                {trending.basis === "views" && guide.views !== null ? (
                  <GuideViews views={guide.views} />
                ) : (
                  <time dateTime={guide.publishedAt}>{guide.publishedLabel}</time>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
