import { redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { useMorePages } from "#app/ui/use-more-pages.ts";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import type { Route } from "./+types/latest.route";
import type { GuideCardData } from "../page/guide.ts";
import { GuideList } from "./guide-list.tsx";
import { listLatestGuides } from "./latest-guides.server.ts";
import { latestDescription, type LatestPage, latestPath, TAB_TITLES } from "./latest.ts";
import { listTrendingGuides } from "./trending.server.ts";

export const handle = {
  audience: "everyone",
  query: ["tab", "page"],
  indexedQuery: ["tab"],
} as const satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs): Promise<LatestPage> {
  const site = siteOf(context);
  const search = readQuery(request, handle);
  const page = parsePageNumber(search.get("page"));
  const latest: LatestPage =
    search.get("tab") === "trending"
      ? { tab: "trending", ...(await listTrendingGuides(site.db, { page }, site)) }
      : { tab: "latest", basis: "date", ...(await listLatestGuides(site.db, { page }, site)) };
  const { pageCount } = latest.guides;
  if (page > pageCount) throw redirect(latestPath(latest.tab, pageCount));
  const items = await withSavedGuides(site.db, site.viewer, latest.guides.items);
  return { ...latest, guides: { ...latest.guides, items } };
}

export const meta: Route.MetaFunction = ({ loaderData: { tab, guides }, matches }) =>
  pageMeta({
    matches,
    title: `${TAB_TITLES[tab]}${guides.page > 1 ? `, page ${guides.page}` : ""}`,
    description: latestDescription(tab),
    path: latestPath(tab, guides.page),
    pager: {
      ...(guides.page > 1 ? { prev: latestPath(tab, guides.page - 1) } : {}),
      ...(guides.page < guides.pageCount ? { next: latestPath(tab, guides.page + 1) } : {}),
    },
  });

export default function Latest({ loaderData }: Route.ComponentProps) {
  const { tab, basis, isDemo } = loaderData;
  return (
    <div className="wrap">
      <h1 className="d2 page-title">{TAB_TITLES[tab]}</h1>
      <Tabs
        label="Order of the guides"
        tabs={[
          { label: "Latest", to: latestPath("latest"), isCurrent: tab === "latest" },
          { label: "Trending", to: latestPath("trending"), isCurrent: tab === "trending" },
        ]}
      />
      <p className="trending-basis text-row text-muted">
        {tab === "latest" && "Newest first. Views are those of the last 30 days."}
        {tab === "trending" &&
          (basis === "views"
            ? "Most viewed first, counted over the last 30 days."
            : "Newest first, until there are enough views.")}{" "}
        {isDemo && <DemoMark />}
      </p>
      <GuidesOfTab latest={loaderData} />
    </div>
  );
}

function GuidesOfTab({ latest }: { latest: LatestPage }) {
  const {
    items: guides,
    lastPage,
    isLoading,
    listEnd,
  } = useMorePages<GuideCardData, LatestPage>(latest.guides, {
    pathOf: (page) => latestPath(latest.tab, page),
    pageIn: ({ guides: more }) => more,
  });
  if (guides.length === 0) {
    return (
      <div className="guides-of-tab">
        <EmptyState title="No guides yet" picture={<SiteScenePicture name="no-guides" width={320} height={150} />}>
          The first guides will appear here when they’re published.
        </EmptyState>
      </div>
    );
  }
  return (
    <section className="guides-of-tab" aria-labelledby="guides-of-tab">
      <h2 className="sr-only" id="guides-of-tab">
        Guides
      </h2>
      <GuideList guides={guides} startsPage Card={SavableGuideCard} />
      <div ref={listEnd} />
      <p className="loading-more" role="status">
        {isLoading && "More posts loading..."}
      </p>
      <Pager
        label="Guides"
        page={lastPage}
        pageCount={latest.guides.pageCount}
        hrefFor={(page) => latestPath(latest.tab, page)}
      />
    </section>
  );
}
