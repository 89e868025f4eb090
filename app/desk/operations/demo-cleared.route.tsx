import "./standing.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import type { Route } from "./+types/demo-cleared.route";
import { DEMO_CLEARED_PATH, isRunActive } from "./operations.ts";
import { listRuns } from "./runs.server.ts";

export const handle = { audience: "everyone", isIndexed: false, isCached: false } satisfies RouteHandle;

/** The end of clearing demo data for an admin whose account is part of it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now } = siteOf(context);
  const [run] = await listRuns(db, { operation: "clear-demo", now, limit: 1 });
  return run === undefined ? null : { state: run.state, outcome: run.outcome };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Demo data",
    description: "What became of the demo data of this trial.",
    path: DEMO_CLEARED_PATH,
  });

export default function DemoCleared({ loaderData: run }: Route.ComponentProps) {
  const isActive = run !== null && isRunActive(run.state);
  const isDone = run?.state === "done";
  return (
    <div className="wrap">
      <AutoRefresh isOn={isActive} />
      <h1 className="d2 page-title">
        {isActive ? "Clearing demo data" : isDone ? "Demo data cleared" : "Demo data wasn’t cleared"}
      </h1>
      <div className="actions-standing" aria-live="polite">
        {run === null ? <p>Nobody has cleared the demo data of this trial.</p> : null}
        {run !== null && run.outcome !== null && <p>{run.outcome}</p>}
        {isActive && <progress className="actions-progress" aria-label="Progress" />}
        {run !== null && (
          <p>
            {isActive || isDone
              ? "Your account was part of the demo data, so you’re signed out. Sign in again to get a new one."
              : "Nothing was deleted. Sign in and try again."}
          </p>
        )}
      </div>
      <p className="form-buttons">
        <Link className="button button-primary" to="/auth/login?to=%2Fadmin%2Fdashboard">
          Sign in
        </Link>
        <Link className="button button-outline" to="/" reloadDocument>
          Open the home page
        </Link>
      </p>
    </div>
  );
}
