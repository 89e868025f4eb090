import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { viewGuidePath } from "../editing-paths.ts";
import type { Route } from "./+types/framed-preview.route";
import { loadGuidePreview } from "./load-guide-preview.server.ts";
import { PreviewArticle } from "./preview-article.tsx";

export const handle = { audience: "admin", isFullWindow: true, isFramed: true } satisfies RouteHandle;

/** The preview beside the text in the editor. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  return loadGuidePreview(site, params.id);
}

export const meta: Route.MetaFunction = ({ loaderData: { id }, matches }) =>
  pageMeta({ matches, title: "Preview of a post", description: "A draft of a post.", path: viewGuidePath(id) });

export default function FramedPreview({ loaderData }: Route.ComponentProps) {
  const { guide, hasAllPlaces: isWhole, plan } = loaderData;
  return (
    <PreviewArticle guide={guide} isWhole={isWhole} plan={plan}>
      The saved draft, as readers would see it.
    </PreviewArticle>
  );
}
