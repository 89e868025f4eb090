import { redirect } from "react-router";

import { articleJsonLd, breadcrumbJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { SaveButton } from "#app/people/members/saves/save-button.tsx";
import { isSavedBy, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { HeroPicture } from "#app/guide/photos/stock/hero-picture.tsx";
import { guidePhotoQuery } from "#app/guide/photos/stock/page-photo-query.ts";
import type { Route } from "./+types/guide.route";
import { GuideColumns, GuideHead } from "./guide-article.tsx";
import { findGuidePage, findRenamedGuide, findSimilarGuides } from "../guide-queries.server.ts";
import type { GuidePage } from "./guide.ts";

export const handle = { audience: "everyone", viewSubject: "guide" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  const guide = await findGuidePage(site.db, params.slug, site);
  if (guide === null) {
    const movedTo = await findRenamedGuide(site.db, params.slug, site);
    site.page.tags.add(`guide:${params.slug}`).add("guides");
    if (movedTo !== null) throw redirect(`/posts/${movedTo}`, 301);
    throw noSuchPage(await findSimilarGuides(site.db, params.slug, site));
  }
  recordListedPlaces(site.page, { surface: "guide", places: guide.places.map(({ place }) => place) });
  const plan = guide.neighborhood === null ? null : await findPlanLayer(site.db, guide.neighborhood.slug);
  const isSaved = await isSavedBy(site.db, site.viewer, { kind: "posts", slug: guide.slug });
  const related = await withSavedGuides(site.db, site.viewer, guide.related);
  const signIn = site.viewer === null ? signInPath(`/posts/${guide.slug}`) : null;
  const photoAsk = guide.picture.isCover ? null : guidePhotoQuery(site.env, guide);
  const url = `${site.env.siteUrl}/posts/${guide.slug}`;
  return { guide: { ...guide, related }, url, plan, isSaved, photoAsk, signIn };
}

export const meta: Route.MetaFunction = ({ loaderData: { guide }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const path = `/posts/${guide.slug}`;
  return pageMeta({
    matches,
    title: guide.title,
    description: guide.excerpt,
    path,
    keywords: guide.keywords,
    image: { path: socialImagePath("guides", guide.slug), alt: guide.picture.alt },
    type: "article",
    article: {
      publishedAt: guide.publishedAt,
      updatedAt: guide.updatedAt,
      author: guide.byline,
      section: guide.category.name,
      tags: guide.keywords,
    },
    jsonLd: [
      articleJsonLd(siteUrl, guide),
      breadcrumbJsonLd(siteUrl, [
        { name: guide.category.name, path: `/${guide.category.slug}` },
        { name: "Guides", path: `/category/${guide.category.slug}` },
        { name: guide.title, path },
      ]),
    ],
  });
};

export default function GuideRoute({ loaderData }: Route.ComponentProps) {
  const { guide, url, plan, isSaved, photoAsk, signIn } = loaderData;
  const { category, picture, related } = guide;
  return (
    <article>
      <div className="wrap">
        <Breadcrumbs
          trail={[
            { label: category.name, to: `/${category.slug}` },
            { label: "Guides", to: `/category/${category.slug}` },
          ]}
        />
        <GuideHead
          guide={guide}
          actions={
            <>
              <SaveButton
                key={guide.slug}
                item={`posts/${guide.slug}`}
                name={guide.title}
                isSaved={isSaved}
                shape="word"
              />
              <ShareButton noun="guide" title={guide.title} url={url} />
            </>
          }
        />
        <HeroPicture
          className="guide-picture"
          picture={picture}
          query={photoAsk}
          {...(picture.isCover && { credit: picture.credit })}
        />
      </div>
      <GuideColumns guide={guide} plan={plan} signIn={signIn} />
      {related.length > 0 && (
        <section className="section wrap" aria-labelledby="related">
          <SectionHead id="related" title={relatedTitle(guide)} />
          <ul className="guide-list guide-list-four">
            {related.map((other) => (
              <li key={other.slug}>
                <SavableGuideCard guide={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

function relatedTitle({ neighborhood, category, related }: GuidePage): string {
  if (neighborhood !== null && related.every((other) => other.neighborhood?.slug === neighborhood.slug)) {
    return `More from ${neighborhood.name}`;
  }
  if (related.every((other) => other.category.slug === category.slug)) return `More ${category.name} guides`;
  return "Read next";
}
