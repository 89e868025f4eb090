import { redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import type { Route } from "./+types/view-guide.route";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import { editorPath, parseGuideId, viewGuidePath } from "../editing-paths.ts";
import { PreviewArticle } from "./preview-article.tsx";
import { previewGuide } from "./preview.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Redirects admins to a public guide, or shows them the draft as readers would see it, without a preview link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (id === null || opened === null) throw noSuchPage();
  const { status, publishedAt, slug } = opened.post;
  if (status === "published" && publishedAt <= site.now) throw redirect(`/posts/${slug}`, 303);
  const found = await previewGuide(site.db, id, site);
  if (found === null) throw noSuchPage();
  const { neighborhood } = found.guide;
  const plan = neighborhood === null ? null : await findPlanLayer(site.db, neighborhood.slug);
  return { ...found, plan, id };
}

export const meta: Route.MetaFunction = ({ loaderData: { id }, matches }) =>
  pageMeta({
    matches,
    title: "Preview of a guide",
    description: "A draft of a guide.",
    path: viewGuidePath(id),
  });

export default function ViewGuide({ loaderData: { guide, hasAllPlaces: isWhole, plan, id } }: Route.ComponentProps) {
  return (
    <PreviewArticle guide={guide} isWhole={isWhole} plan={plan}>
      Preview. This guide isn’t public yet. Only admins can see this page.{" "}
      <a className="link" href={editorPath(id)}>
        Edit guide
      </a>
      .
    </PreviewArticle>
  );
}
