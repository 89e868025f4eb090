import { Rss } from "lucide-react";
import { data, Link, redirect } from "react-router";

import { CATEGORY_NAMES, type CategorySlug, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { collectionJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import type { Route } from "./+types/category-archive.route";
import { GuideList } from "./guide-list.tsx";
import { listCategoryGuides } from "../guide-queries.server.ts";

export const handle = { audience: "everyone", query: ["page"], viewSubject: "page" } as const satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const slug = params.category;
  if (!isCategorySlug(slug)) throw data(null, { status: 404 });
  const site = siteOf(context);
  const page = parsePageNumber(readQuery(request, handle).get("page"));
  const guides = await listCategoryGuides(site.db, { category: slug, page }, site);
  if (page > guides.pageCount) throw redirect(archivePath(slug, guides.pageCount));
  const items = await withSavedGuides(site.db, site.viewer, guides.items);
  return { category: { slug, name: CATEGORY_NAMES[slug] }, guides: { ...guides, items } };
}

export const meta: Route.MetaFunction = ({ loaderData: { category, guides }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const { page, pageCount } = guides;
  const title = `${category.name} guides`;
  const description = `Every ${category.name} guide to Washington, DC, newest first.`;
  const path = archivePath(category.slug, page);
  const items = guides.items.map((guide) => ({ name: guide.title, path: `/posts/${guide.slug}` }));
  return pageMeta({
    matches,
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    path,
    keywords: [category.name],
    pager: {
      ...(page > 1 ? { prev: archivePath(category.slug, page - 1) } : {}),
      ...(page < pageCount ? { next: archivePath(category.slug, page + 1) } : {}),
    },
    feeds: [
      { title, path: `/category/${category.slug}/feed.xml`, format: "atom" },
      { title: `${title} (JSON)`, path: `/category/${category.slug}/feed.json`, format: "json" },
    ],
    jsonLd: [collectionJsonLd(siteUrl, { path, name: title, description, items })],
  });
};

export default function CategoryArchive({ loaderData }: Route.ComponentProps) {
  const { category, guides } = loaderData;
  const hub = `/${category.slug}`;
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: category.name, to: hub }, { label: "Guides" }]}
        aside={
          <a className="link feed-link" href={`/category/${category.slug}/feed.xml`}>
            <Rss className="icon-small" aria-hidden="true" /> Feed
          </a>
        }
      />
      <h1 className="d2 page-title">{category.name} guides</h1>
      <p className="page-lede text-muted">
        Every {category.name} guide, newest first.{" "}
        <Link className="link" to={hub}>
          All {category.name} places
        </Link>
      </p>
      {guides.items.length === 0 ? (
        <EmptyState
          title="No guides yet"
          picture={<SiteScenePicture name="no-guides" width={320} height={150} />}
          actions={
            <>
              <Link className="button button-outline button-small" to={hub}>
                {category.name} places
              </Link>
              <Link className="button button-plain button-small" to="/latest">
                Latest guides
              </Link>
            </>
          }
        >
          We haven’t published a {category.name} guide so far. You can browse all {category.name} places.
        </EmptyState>
      ) : (
        <>
          <h2 className="sr-only">Guides</h2>
          <GuideList guides={guides.items} startsPage Card={SavableGuideCard} />
        </>
      )}
      <Pager
        label="Guides"
        page={guides.page}
        pageCount={guides.pageCount}
        hrefFor={(page) => archivePath(category.slug, page)}
      />
    </div>
  );
}

function archivePath(category: CategorySlug, page: number): string {
  return page > 1 ? `/category/${category}?page=${page}` : `/category/${category}`;
}
