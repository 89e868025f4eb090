import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/action.route";
import { ActionForm, RunStanding } from "./action-parts.tsx";
import {
  ACTIONS,
  actionPath,
  ACTIONS_PATH,
  CLEAR_DEMO_WORDS,
  isActionName,
  isUnderWay,
  STATE_TONES,
  STATE_WORDS,
} from "./actions.ts";
import { BackupList } from "./backup-list.tsx";
import { sizeWords } from "./backups.ts";
import { countDemoRows } from "./demo-amount.server.ts";
import { listBackups } from "./make-backup.server.ts";
import { askForRun, instantWords, runsOf } from "./runs.server.ts";

/** One action: the question before it, the run while it goes on, and what became of the earlier ones. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, now, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const { action: name } = params;
  if (!isActionName(name)) throw noSuchPage();
  const demo = name === "clear-demo" ? await countDemoRows(db) : null;
  const backups = name === "back-up" ? await listBackups(env) : [];
  return {
    name,
    demo,
    runs: await runsOf(db, { action: name, now }),
    backups: backups.map(({ name: file, bytes, madeAt }) => ({
      file,
      size: sizeWords(bytes),
      at: madeAt.toISOString(),
      label: instantWords(madeAt),
    })),
    hasBucket: env.storage !== null,
    /** Somebody else was faster, and theirs is the run that is shown. */
    isOthers: new URL(request.url).searchParams.get("run") === "under-way",
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log, now, requestId, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const { action: name } = params;
  const form = await readForm(request);
  if (!isActionName(name)) throw noSuchPage();
  if (name === "clear-demo") {
    const typed = form.text("typed").trim().toLowerCase();
    if (typed !== CLEAR_DEMO_WORDS)
      return data({ why: `Nothing was cleared. Type “${CLEAR_DEMO_WORDS}”, as it stands here.` }, { status: 400 });
    if ((await countDemoRows(db)) === null) return data({ why: "There is no demo data any more." }, { status: 409 });
  }
  const { isNew } = await askForRun(db, { action: name, adminId, requestId, now });
  log.info({ action: name, adminId, isNew }, "An action is asked for");
  return redirect(isNew ? actionPath(name) : `${actionPath(name)}?run=under-way`, 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: ACTIONS[loaderData.name].title,
    description: ACTIONS[loaderData.name].about,
    path: actionPath(loaderData.name),
    robots: "noindex, follow",
  });

export default function ActionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, demo, runs, backups, hasBucket, isOthers } = loaderData;
  const { title, about, confirm } = ACTIONS[name];
  const [last, ...earlier] = runs;
  const isBusy = last !== undefined && isUnderWay(last.state);
  const canAsk = !isBusy && (name !== "clear-demo" || demo !== null);
  return (
    <AdminPage
      section="actions"
      title={title}
      lead={about}
      actions={
        <Link className="button button-plain" to={ACTIONS_PATH}>
          All actions
        </Link>
      }
    >
      <AutoRefresh isOn={isBusy} />
      {isOthers && last !== undefined && (
        <p className="form-notice" role="status">
          It was under way already, so it was not begun a second time: {last.who} asked for it on {last.askedLabel}.
        </p>
      )}
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.why}
        </p>
      )}
      {last !== undefined && <RunStanding run={last} lookAgain={actionPath(name)} />}
      {canAsk && (
        <section className="actions-ask" aria-labelledby="ask">
          <h2 className="h2" id="ask">
            {confirm}
            {last === undefined ? "?" : " again?"}
          </h2>
          <ActionForm name={name} demo={demo} why={actionData?.why ?? null} />
        </section>
      )}
      {name === "clear-demo" && demo === null && !isBusy && <p>There is no demo data.</p>}
      {name === "back-up" && <BackupList backups={backups} hasBucket={hasBucket} />}
      {earlier.length > 0 && <Earlier runs={earlier} />}
    </AdminPage>
  );
}

function Earlier({ runs }: { runs: Route.ComponentProps["loaderData"]["runs"] }) {
  return (
    <section aria-labelledby="earlier" className="actions-group">
      <h2 className="h3" id="earlier">
        Earlier
      </h2>
      <ul className="actions-runs">
        {runs.map(({ id, state, who, askedAt, askedLabel, took, outcome }) => (
          <li key={id} className="actions-last">
            <span className={`badge ${STATE_TONES[state]}`}>{STATE_WORDS[state]}</span>
            <span>
              <time dateTime={askedAt}>{askedLabel}</time> by {who}
              {took !== null && `, ${took}`}
            </span>
            {outcome !== null && <span className="actions-outcome">{outcome}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
