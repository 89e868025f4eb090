import { Link } from "react-router";

import { collectionJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import type { Route } from "./+types/neighborhoods.route";
import { groupByQuadrant, formatAreaCount, QUADRANT_NAMES } from "./group-by-quadrant.ts";
import { NeighborhoodCard } from "./neighborhood-card.tsx";
import { listNeighborhoods } from "./neighborhood-queries.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { neighborhoods: await listNeighborhoods(site.db, site) };
}

export const meta: Route.MetaFunction = ({ loaderData: { neighborhoods }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const description = `${formatAreaCount(neighborhoods)} of Washington, DC in four quadrants, each drawn from its own streets, with its places and guides.`;
  const items = neighborhoods.map(({ slug, name }) => ({ name, path: `/neighborhood/${slug}` }));
  return pageMeta({
    matches,
    title: "Neighborhoods",
    description,
    path: "/neighborhoods",
    keywords: ["neighborhoods", "quadrants"],
    jsonLd: [collectionJsonLd(siteUrl, { path: "/neighborhoods", name: "Neighborhoods", description, items })],
  });
};

export default function Neighborhoods({ loaderData }: Route.ComponentProps) {
  const { first, quadrants } = groupByQuadrant(loaderData.neighborhoods);
  return (
    <div className="wrap">
      <h1 className="d2 page-title">Neighborhoods</h1>
      <p className="lede neighborhoods-lede">
        {formatAreaCount(loaderData.neighborhoods)} in four quadrants. Borders are approximate: the city doesn’t define
        them.{" "}
        <Link className="link" to="/map">
          See them on one map
        </Link>
      </p>
      <h2 className="sr-only">Start here</h2>
      <ul className="neighborhood-grid neighborhood-grid-large">
        {first.map((neighborhood) => (
          <li key={neighborhood.slug}>
            <NeighborhoodCard neighborhood={neighborhood} hasSummary />
          </li>
        ))}
      </ul>
      {quadrants.map(({ quadrant, neighborhoods }) => (
        <section key={quadrant} className="section" aria-labelledby={quadrant}>
          <div className="section-head neighborhoods-head">
            <h2 className="h1" id={quadrant}>
              {QUADRANT_NAMES[quadrant]}
            </h2>
            <span className="text-row text-muted">{formatAreaCount(neighborhoods)}</span>
          </div>
          <ul className="neighborhood-rows">
            {neighborhoods.map((neighborhood) => (
              <li key={neighborhood.slug}>
                <NeighborhoodCard neighborhood={neighborhood} shape="row" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
