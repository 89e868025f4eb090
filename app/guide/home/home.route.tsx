import { Link } from "react-router";

import { guideSaveButton } from "#app/people/members/saves/savable-guide-card.tsx";
import { withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { NeighborhoodCard } from "#app/guide/neighborhoods/neighborhood-card.tsx";
import { QuickSearchChips } from "#app/guide/search/page/quick-search-chips.tsx";
import { SearchBox } from "#app/guide/search/suggest/search-box.tsx";
import { organizationJsonLd, websiteJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SectionHead } from "#app/ui/section-head.tsx";
import type { Route } from "./+types/home.route";
import { CategoryFronts } from "./category-fronts.tsx";
import { FeaturedGuides } from "./featured-guides.tsx";
import { loadHome } from "./home-queries.server.ts";
import { HomeStats } from "./home-stats.tsx";
import { TrendingNow } from "./trending-now.tsx";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const home = await loadHome(site.db, site);
  const featured = await withSavedGuides(site.db, site.viewer, home.featured);
  return { ...home, featured, profiles: site.env.socialLinks };
}

export const meta: Route.MetaFunction = ({ loaderData: { profiles }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    matches,
    title: null,
    description:
      "Where to eat, drink, shop and get things fixed in Washington, DC: places in every quadrant, guides by neighborhood, and where each fact comes from.",
    path: "/",
    jsonLd: [websiteJsonLd(siteUrl), organizationJsonLd(siteUrl, profiles)],
  });
};

export default function Home({ loaderData }: Route.ComponentProps) {
  const { today, holidayNote, trending, stats, featured, categories, neighborhoods, season } = loaderData;
  return (
    <>
      <div className="hero">
        <div className="wrap grid-12">
          <div className="hero-words">
            <p className="hero-today">{today}</p>
            {holidayNote !== null && (
              <p className="hero-holiday">
                {holidayNote}{" "}
                <Link className="link" to="/search?open=now">
                  See what’s open now
                </Link>
              </p>
            )}
            <h1 className="d1">
              Washington,
              <br />
              door by door.
            </h1>
            <p className="lede hero-lede">Where to eat, drink, shop and get things fixed, street by street.</p>
            <SearchBox placeholder="Try “ethiopian in shaw”" />
            <div className="hero-chips">
              <span className="label" id="quick-search">
                Quick search
              </span>
              <QuickSearchChips labelledBy="quick-search" />
            </div>
          </div>
          {trending.guides.length > 0 && <TrendingNow trending={trending} />}
        </div>
        <div className={`street street-${season}`} role="img" aria-label="A street of Washington rowhouses" />
      </div>
      <HomeStats stats={stats} />
      {featured.length > 0 && (
        <section className="section wrap" aria-labelledby="featured">
          <SectionHead title="Featured Local Guides" id="featured" more={{ label: "All guides", to: "/latest" }} mark />
          <FeaturedGuides guides={featured} action={guideSaveButton} />
        </section>
      )}
      <section className="section wrap" aria-labelledby="categories">
        <SectionHead title="Browse by Category" id="categories" />
        <CategoryFronts categories={categories} />
      </section>
      {neighborhoods.length > 0 && (
        <section className="section wrap" aria-labelledby="neighborhoods">
          <SectionHead
            title="Explore by Neighborhood"
            id="neighborhoods"
            more={{ label: `All ${stats.neighborhoods}`, to: "/neighborhoods" }}
          />
          <ul className="neighborhood-grid">
            {neighborhoods.map((neighborhood) => (
              <li key={neighborhood.slug}>
                <NeighborhoodCard neighborhood={neighborhood} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
