import { data } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import type { Route } from "./+types/preview.route";
import { PreviewArticle } from "./preview-article.tsx";
import { findPreviewedGuide } from "./preview.server.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** A guide's draft, for anyone with the preview link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  const found = await findPreviewedGuide(site.db, params.key, site);
  if (found === null) throw noSuchPage();
  const { neighborhood } = found.guide;
  const plan = neighborhood === null ? null : await findPlanLayer(site.db, neighborhood.slug);
  return data({ ...found, plan, key: params.key }, { headers: { "x-robots-tag": "noindex, nofollow" } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData: { key }, matches }) =>
  pageMeta({
    matches,
    title: "Preview of a guide",
    description: "A draft of a guide.",
    path: `/preview/${key}`,
  });

export default function PreviewRoute({ loaderData: { guide, hasAllPlaces: isWhole, plan } }: Route.ComponentProps) {
  return (
    <PreviewArticle guide={guide} isWhole={isWhole} plan={plan}>
      Preview. This is a draft. Only people with this link can see it.
    </PreviewArticle>
  );
}
