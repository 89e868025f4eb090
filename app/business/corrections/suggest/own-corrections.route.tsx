import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/own-corrections.route";
import { correctionPath } from "../correction.ts";
import { listOwnCorrections } from "../correction-queries.server.ts";
import { describeCorrectionStatus } from "../review/outcome-article.tsx";

export const handle = { audience: "signed-in", query: ["page"] } as const satisfies RouteHandle;

const CORRECTIONS_PER_PAGE = 20;

/** Bounds the OFFSET of the query; no member has this many pages. */
const PAGE_MAX = 1_000;

/** The viewer's suggestions and reports, for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const page = Math.min(parsePageNumber(readQuery(request, handle).get("page")), PAGE_MAX);
  const own = await listOwnCorrections(db, { reporterId, page, count: CORRECTIONS_PER_PAGE });
  if (page > own.pageCount) throw redirect(pathOf(own.pageCount), 303);
  return { ...own, page };
}

function pathOf(page: number): string {
  return page === 1 ? "/corrections" : `/corrections?page=${page}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your corrections",
    description: "Your suggestions and reports, and their outcomes.",
    path: "/corrections",
  });

export default function OwnCorrections({ loaderData: { items, page, pageCount } }: Route.ComponentProps) {
  return (
    <div className="wrap correction-page">
      <h1 className="d2">Your corrections</h1>
      {items.length === 0 ? (
        <EmptyState title="No corrections yet">
          Use “Suggest an edit” or “Report closed” on a place’s page. The outcome will be listed here.
        </EmptyState>
      ) : (
        <>
          <ol className="correction-list">
            {items.map((outcome) => (
              <li key={outcome.key}>
                <h2 className="h3">
                  <Link className="name-link" to={correctionPath(outcome.key)}>
                    {outcome.place.name}
                  </Link>
                </h2>
                <p>{outcome.report ?? changedFieldLabels(outcome)}</p>
                <p className="text-row text-muted">
                  Sent {outcome.sentLabel}. {describeCorrectionStatus(outcome)}
                </p>
              </li>
            ))}
          </ol>
          <Pager label="Corrections" page={page} pageCount={pageCount} hrefFor={pathOf} />
        </>
      )}
    </div>
  );
}

/** "Phone, Hours" */
function changedFieldLabels({
  changes,
  descriptionNote,
}: {
  changes: { label: string }[];
  descriptionNote: string;
}): string {
  return [...changes.map(({ label }) => label), ...(descriptionNote === "" ? [] : ["Description"])].join(", ");
}
