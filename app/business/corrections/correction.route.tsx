import { Link } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/correction.route";
import { correctionPath } from "./correction.ts";
import { findCorrectionOutcome } from "./correction-queries.server.ts";
import { OutcomeArticle } from "./review/outcome-article.tsx";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** The outcome of a correction, for anyone with its secret link. Never cached. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, page, viewer } = siteOf(context);
  page.isCacheable = false;
  const outcome = await findCorrectionOutcome(db, params.key);
  if (outcome === null) throw noSuchPage();
  return { outcome, isGuest: viewer === null };
}

export const meta: Route.MetaFunction = ({ loaderData: { outcome }, matches }) =>
  pageMeta({
    matches,
    title: `Your correction of ${outcome.place.name}`,
    description: "Your suggestion or report, and our editors’ decision.",
    path: correctionPath(outcome.key),
  });

export default function Correction({ loaderData: { outcome, isGuest } }: Route.ComponentProps) {
  const { place } = outcome;
  return (
    <div className="wrap correction-page">
      <h1 className="d2">Your correction of {place.name}</h1>
      <p className="meta text-muted">
        <span>Sent {outcome.sentLabel}</span>
        {place.isShown && (
          <span>
            <Link className="link" to={`/places/${place.slug}`}>
              View page
            </Link>
          </span>
        )}
        {!isGuest && (
          <span>
            <Link className="link" to="/corrections">
              All your corrections
            </Link>
          </span>
        )}
      </p>
      <OutcomeArticle outcome={outcome} />
      {isGuest && (
        <p className="correction-hint">
          Save the link to this page to see the outcome. Only people with the link can open it.
        </p>
      )}
    </div>
  );
}
