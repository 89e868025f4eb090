import "#app/own-pages.css";

import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/actions.route";
import { ActionForm, LastRun } from "./action-parts.tsx";
import {
  ACTION_GROUPS,
  ACTION_NAMES,
  ACTIONS,
  type ActionName,
  actionPath,
  ACTIONS_PATH,
  HEALTH_PATH,
  isUnderWay,
} from "./actions.ts";
import { ConfirmLink } from "./confirm-link.tsx";
import { countDemoRows } from "./demo-amount.server.ts";
import { ExportRow } from "./export-row.tsx";
import { CONTENT_EXPORTS, FIGURE_EXPORTS } from "./exports.ts";
import { lastExports } from "./last-exports.server.ts";
import { JobsTable } from "./jobs-table.tsx";
import { listJobs } from "./job-runs.server.ts";
import { lastRuns } from "./runs.server.ts";
import { SwitchRows } from "./switch-rows.tsx";
import { listSwitches } from "./switches.server.ts";

/** What admins have the site do as a whole, with what became of it the last time. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const runs = await lastRuns(db, now);
  return {
    runs: ACTION_NAMES.map((name) => ({ name, run: runs.get(name) ?? null })),
    demo: await countDemoRows(db),
    exports: await lastExports(db),
    switches: await listSwitches(db),
    jobs: await listJobs(db, now),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Actions",
    description: "What the site can be made to do as a whole.",
    path: ACTIONS_PATH,
    robots: "noindex, follow",
  });

type Shown = Route.ComponentProps["loaderData"];

export default function ActionsPage({ loaderData }: Route.ComponentProps) {
  const { runs, jobs } = loaderData;
  const isChanging =
    runs.some(({ run }) => run !== null && isUnderWay(run.state)) ||
    jobs.some(({ isAsked, last }) => isAsked || last?.state === "running");
  return (
    <AdminPage
      section="actions"
      title="Actions"
      lead="What changes anything asks first, and says what it did. Exports change nothing, and come at once."
    >
      <AutoRefresh isOn={isChanging} />
      <nav className="actions-contents" aria-label="On this page">
        {[...ACTION_GROUPS, "Feature switches", "Jobs"].map((group) => (
          <a key={group} className="link" href={`#${anchorOf(group)}`}>
            {group}
          </a>
        ))}
      </nav>
      {ACTION_GROUPS.map((group) => (
        <section key={group} aria-labelledby={anchorOf(group)} className="actions-group">
          <h2 className="h2" id={anchorOf(group)}>
            {group}
          </h2>
          <ul className="actions-rows">
            <Group group={group} shown={loaderData} />
          </ul>
        </section>
      ))}
      <section aria-labelledby="feature-switches" className="actions-group">
        <h2 className="h2" id="feature-switches">
          Feature switches
        </h2>
        <p className="text-stone-5">
          Where something is off, its page says so, what is sent there is refused with what was typed, and every other
          page stays as it is.
        </p>
        <SwitchRows switches={loaderData.switches} />
      </section>
      <section aria-labelledby="jobs" className="actions-group">
        <h2 className="h2" id="jobs">
          Jobs
        </h2>
        <p className="text-stone-5">What runs in the background by itself. Times are Washington’s.</p>
        <JobsTable jobs={jobs} />
      </section>
    </AdminPage>
  );
}

function anchorOf(group: string): string {
  return group.toLowerCase().replaceAll(" ", "-");
}

function Group({ group, shown: { runs, demo, exports } }: { group: (typeof ACTION_GROUPS)[number]; shown: Shown }) {
  const own = runs.filter(({ name }) => ACTIONS[name].group === group && (name !== "clear-demo" || demo !== null));
  return (
    <>
      {group === "Content" && (
        <LinkRow
          title="Import"
          about="Places from a file: checked first, written when you say so."
          to="/admin/imports"
          label="Imports"
        />
      )}
      {group === "Content" && (
        <ExportRow
          title="Export"
          about="Everything that editors can edit, without anything of members."
          files={CONTENT_EXPORTS}
          last={exports.content}
        />
      )}
      {group === "Analytics" && (
        <ExportRow
          title="Export figures"
          about="What was counted, as comma-separated values. Counts alone: nobody is in them, and nothing invented."
          files={FIGURE_EXPORTS}
          last={exports.figures}
        />
      )}
      {own.map(({ name, run }) => (
        <ActionRow key={name} name={name} run={run} demo={demo} />
      ))}
      {group === "System" && (
        <LinkRow
          title="Health"
          about="Asks the database, storage, mail, payments and sign-in whether they answer."
          to={HEALTH_PATH}
          label="Look"
        />
      )}
    </>
  );
}

function ActionRow({ name, run, demo }: { name: ActionName; run: Shown["runs"][number]["run"]; demo: Shown["demo"] }) {
  const { title, about, confirm } = ACTIONS[name];
  const isBusy = run !== null && isUnderWay(run.state);
  return (
    <li>
      <div>
        <h3 className="h4">
          <Link className="name-link" to={actionPath(name)}>
            {title}
          </Link>
        </h3>
        <p>{about}</p>
        <LastRun name={name} run={run} />
      </div>
      {isBusy ? (
        <Link className="button button-plain button-small" to={actionPath(name)}>
          Watch<span className="sr-only"> {title}</span>
        </Link>
      ) : (
        <ConfirmLink
          to={actionPath(name)}
          label={
            name === "back-up" ? "Back up…" : name === "clear-demo" || name === "clear-cache" ? "Clear…" : "Start…"
          }
          about={title}
          title={`${confirm}?`}
          isDangerous={name === "clear-demo"}
        >
          <ActionForm name={name} demo={demo} />
        </ConfirmLink>
      )}
    </li>
  );
}

function LinkRow({ title, about, to, label }: { title: string; about: string; to: string; label: string }) {
  return (
    <li>
      <div>
        <h3 className="h4">
          <Link className="name-link" to={to}>
            {title}
          </Link>
        </h3>
        <p>{about}</p>
      </div>
      <Link className="button button-outline button-small" to={to}>
        {label}
      </Link>
    </li>
  );
}
