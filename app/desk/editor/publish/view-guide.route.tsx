import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/view-guide.route";
import { editorPath, viewGuidePath } from "../editing-paths.ts";
import { PreviewArticle } from "./preview-article.tsx";
import { loadGuidePreview } from "./load-guide-preview.server.ts";

export const handle = { audience: "admin", isFullWindow: true } satisfies RouteHandle;

/** Shows admins the draft as readers would see it, without a preview link. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  return loadGuidePreview(site, params.id);
}

export const meta: Route.MetaFunction = ({ loaderData: { id }, matches }) =>
  pageMeta({
    matches,
    title: "Preview of a post",
    description: "A draft of a post.",
    path: viewGuidePath(id),
  });

export default function ViewGuide({ loaderData: { guide, hasAllPlaces: isWhole, plan, id } }: Route.ComponentProps) {
  return (
    <PreviewArticle guide={guide} isWhole={isWhole} plan={plan}>
      <a className="link" href={editorPath(id)}>
        Back to editing
      </a>{" "}
      This is a preview of the draft. Only admins can see this page.
    </PreviewArticle>
  );
}
