import "./sample-activity.css";

import { data, redirect, redirectDocument } from "react-router";

import { isRunActive, type OperationName, RUN_STATE_LABELS } from "#app/desk/operations/operations.ts";
import { listRuns, requestRun } from "#app/desk/operations/runs.server.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isTrialOfThisMachine } from "#app/platform/local-trial.ts";
import { safeReturnPath } from "#app/people/accounts/sign-in/return-path.ts";
import { hasDemoUsers } from "#app/people/accounts/users.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { SAMPLE_ACTIVITY_PATH } from "#app/people/navigation/sample-activity-path.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import type { Route } from "./+types/sample-activity.route";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  isCached: false,
  query: ["act", "to"],
} as const satisfies RouteHandle;

const OPERATION_BY_ACT = { load: "load-demo", remove: "remove-demo" } as const satisfies Record<string, OperationName>;

/** The progress of loading or removing sample activity. When it is done, redirects to where the visitor came from. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, now } = siteOf(context);
  if (!isTrialOfThisMachine(env)) throw noSuchPage();
  const query = readQuery(request, handle);
  const act = query.get("act") === "remove" ? "remove" : "load";
  const [run] = await listRuns(db, { operation: OPERATION_BY_ACT[act], now, limit: 1 });
  const hasActivity = await hasDemoUsers(db);
  // The document, since the bar is part of what every page shares.
  const to = query.get("to");
  if (to !== null && run?.state === "done" && hasActivity === (act === "load"))
    throw redirectDocument(safeReturnPath(to));
  return { act, hasActivity, run: run ?? null };
}

/**
 * Starts loading (`act=load`) or removing (`act=remove`) sample activity. Anybody may, in a trial at this machine's URL.
 * While one is running, shows it and starts no second one.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, log, now, requestId, viewer } = siteOf(context);
  if (!isTrialOfThisMachine(env)) throw noSuchPage();
  const form = await readForm(request);
  const act = form.text("act");
  if (act !== "load" && act !== "remove") throw data(null, { status: 400 });
  const to = cameFrom(request);
  if ((await hasDemoUsers(db)) === (act === "load")) return redirectDocument(to, 303);
  const adminId = viewer?.role === "admin" ? viewer.id : null;
  const { isNew } = await requestRun(db, { operation: OPERATION_BY_ACT[act], adminId, requestId, now });
  log.info({ act, isNew }, "Sample activity was requested");
  return redirect(`${SAMPLE_ACTIVITY_PATH}?${new URLSearchParams({ act, to })}`, 303);
}

/** The path of the page with the button; the home page if the browser doesn't say. */
function cameFrom(request: Request): string {
  const from = URL.parse(request.headers.get("referer") ?? "");
  if (from === null || from.pathname === SAMPLE_ACTIVITY_PATH)
    return safeReturnPath(from?.searchParams.get("to") ?? null);
  return safeReturnPath(from.pathname + from.search);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sample activity",
    description: "Load or remove the invented reviews, saves and views of a trial.",
    path: SAMPLE_ACTIVITY_PATH,
  });

export default function SampleActivity({ loaderData: { act, hasActivity, run } }: Route.ComponentProps) {
  const isActive = run !== null && isRunActive(run.state);
  const hasFailed = run !== null && (run.state === "failed" || run.state === "interrupted");
  return (
    <div className="wrap">
      <h1 className="d2 page-title">
        {!isActive ? "Sample activity" : act === "load" ? "Loading sample activity" : "Removing sample activity"}
      </h1>
      <AutoRefresh isOn={isActive} />
      <div className="sample-activity" aria-live="polite">
        {isActive && (
          <>
            <progress max={1} value={run.share ?? undefined} aria-label="Progress">
              {run.share === null ? RUN_STATE_LABELS[run.state] : `${Math.round(run.share * 100)} %`}
            </progress>
            <p className="text-muted">{run.step === "" ? "This takes a few seconds." : run.step}</p>
          </>
        )}
        {hasFailed && (
          <p className="form-problem" role="alert">
            {act === "load" ? "We couldn’t load the sample activity, and nothing was added. " : ""}
            {act === "remove" ? "We couldn’t remove the sample activity, and nothing was changed. " : ""}
            Try again, or look in the log for request {run.requestId}.
          </p>
        )}
      </div>
      {!isActive && (
        <form method="post" action={SAMPLE_ACTIVITY_PATH}>
          <p>
            {hasActivity
              ? "The reviews, stars, saves, lists and views of this trial are invented."
              : "Adds 300 invented reviews, and saves, lists and views, so that you can see the site in use."}
          </p>
          <button type="submit" className="button button-primary" name="act" value={hasActivity ? "remove" : "load"}>
            {hasActivity ? "Remove sample activity" : "Load sample activity"}
          </button>
        </form>
      )}
    </div>
  );
}
