import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { isTrialOfThisMachine } from "#app/platform/local-trial.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";
import { endSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { isPersona } from "#app/people/accounts/users.server.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatInstant } from "#app/lib/format-time.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/operation.route";
import { OperationForm, RunStatus } from "./operation-parts.tsx";
import {
  OPERATIONS,
  operationPath,
  CLEAR_DEMO_CONFIRMATION,
  DEMO_CLEARED_PATH,
  isOperationName,
  isRunActive,
  isSampleOperation,
  RUN_STATE_BADGES,
  RUN_STATE_LABELS,
} from "./operations.ts";
import { BackupList } from "./backups/backup-list.tsx";
import { formatBytes } from "./backups/backups.ts";
import { countDemoRows } from "./count-demo-data.server.ts";
import { listBackups } from "./backups/make-backup.server.ts";
import { requestRun, listRuns } from "./runs.server.ts";

export const handle = { audience: "admin", query: ["run"] } as const satisfies RouteHandle;

/** One operation: its confirmation form, the current run and the earlier runs. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const { action: name } = params;
  if (!isOperationName(name) || (isSampleOperation(name) && !isTrialOfThisMachine(env))) throw noSuchPage();
  const demo = name === "clear-demo" ? await countDemoRows(db) : null;
  const backups = name === "back-up" ? await listBackups(env) : [];
  return {
    name,
    demo,
    runs: await listRuns(db, { operation: name, now }),
    backups: backups.map(({ name: file, bytes, madeAt }) => ({
      file,
      size: formatBytes(bytes),
      at: madeAt.toISOString(),
      label: formatInstant(madeAt),
    })),
    hasBucket: env.storage !== null,
    /** The operation was already running, so the page shows that run. */
    isAlreadyRunning: readQuery(request, handle).get("run") === "under-way",
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, env, log, now, requestId, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const { action: name } = params;
  const form = await readForm(request);
  if (!isOperationName(name) || (isSampleOperation(name) && !isTrialOfThisMachine(env))) throw noSuchPage();
  if (name === "clear-demo") {
    const typed = form.text("typed");
    if (typed.trim().toLowerCase() !== CLEAR_DEMO_CONFIRMATION)
      return data({ why: "Nothing was deleted. Check the field below.", typed }, { status: 400 });
    if ((await countDemoRows(db)) === null)
      return data({ why: "The demo data was already cleared.", typed: null }, { status: 409 });
  }
  const { isNew } = await requestRun(db, { operation: name, adminId, requestId, now });
  log.info({ operation: name, adminId, isNew }, "An operation was requested");
  if (name === "clear-demo" && viewer !== null && (await isPersona(db, adminId))) {
    // The run deletes this account, and its page with it.
    await endSession(db, viewer.session.id);
    return redirect(DEMO_CLEARED_PATH, { status: 303, headers: { "set-cookie": sessionCookie(null, env.siteUrl) } });
  }
  return redirect(isNew ? operationPath(name) : `${operationPath(name)}?run=under-way`, 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: OPERATIONS[loaderData.name].title,
    description: OPERATIONS[loaderData.name].about,
    path: operationPath(loaderData.name),
  });

export default function ActionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, demo, runs, backups, hasBucket, isAlreadyRunning } = loaderData;
  const { title, about, confirm } = OPERATIONS[name];
  const [last, ...earlier] = runs;
  const isActive = last !== undefined && isRunActive(last.state);
  const canStart = !isActive && (name !== "clear-demo" || demo !== null);
  return (
    <AdminPage section="actions" title={title} lead={about}>
      <AutoRefresh isOn={isActive} />
      {isAlreadyRunning && last !== undefined && (
        <p className="form-notice" role="status">
          This is already running: {last.who} started it on {last.requestedLabel}.
        </p>
      )}
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.why}
        </p>
      )}
      {last !== undefined && <RunStatus run={last} refreshPath={operationPath(name)} />}
      {canStart && (
        <section className="actions-ask" aria-labelledby="ask">
          <h2 className="h2" id="ask">
            {confirm}
            {last === undefined ? "?" : " again?"}
          </h2>
          <OperationForm name={name} demo={demo} refused={actionData?.typed ?? null} />
        </section>
      )}
      {name === "clear-demo" && demo === null && !isActive && <p>There is no demo data.</p>}
      {name === "back-up" && <BackupList backups={backups} hasBucket={hasBucket} />}
      {earlier.length > 0 && <EarlierRuns runs={earlier} />}
    </AdminPage>
  );
}

function EarlierRuns({ runs }: { runs: Route.ComponentProps["loaderData"]["runs"] }) {
  return (
    <section aria-labelledby="earlier" className="actions-group">
      <h2 className="h3" id="earlier">
        Earlier runs
      </h2>
      <ul className="actions-runs">
        {runs.map(({ id, state, who, requestedAt, requestedLabel, duration, outcome }) => (
          <li key={id} className="actions-last">
            <span className={`badge ${RUN_STATE_BADGES[state]}`}>{RUN_STATE_LABELS[state]}</span>
            <span>
              <time dateTime={requestedAt}>{requestedLabel}</time> by {who}
              {duration !== null && `, ${duration}`}
            </span>
            {outcome !== null && <span className="actions-outcome">{outcome}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
