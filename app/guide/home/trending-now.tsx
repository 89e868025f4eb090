import "./home.css";

import { Link } from "react-router";

import { GuideViews } from "#app/guide/guides/list/guide-card.tsx";
import { GuideBadge } from "#app/guide/guides/page/guide-badge.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import type { HomePage } from "./home.ts";

/** The three trending guides, numbered; until enough views are counted, new guides and an editors' pick instead. */
export function TrendingNow({ trending }: { trending: HomePage["trending"] }) {
  const isCounted = trending.basis === "views";
  return (
    <section className="trending" aria-labelledby="trending">
      <div className="trending-head">
        <h2 className="h4" id="trending">
          {isCounted ? "Trending Now" : "New Guides and Editors’ Picks"}
        </h2>
        {trending.isDemo && <DemoMark />}
        {isCounted && <span className="text-meta text-muted">Views, last 30 days</span>}
      </div>
      <ol className={isCounted ? undefined : "trending-uncounted"}>
        {trending.guides.map((guide, index) => (
          <li key={guide.slug}>
            {isCounted && (
              <span className="trending-number" aria-hidden="true">
                {index + 1}
              </span>
            )}
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
                {isCounted && guide.views != null ? (
                  <GuideViews views={guide.views} />
                ) : guide.slug === trending.pickSlug ? (
                  <span>Editors’ pick</span>
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
