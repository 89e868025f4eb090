import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";

import { isTrialOfThisMachine } from "#app/platform/local-trial.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/operations.route";
import { OperationForm, LastRun } from "./operation-parts.tsx";
import {
  OPERATION_GROUPS,
  OPERATION_NAMES,
  OPERATIONS,
  type OperationName,
  operationPath,
  OPERATIONS_PATH,
  isRunActive,
  isSampleOperation,
} from "./operations.ts";
import { ConfirmLink } from "./confirm-link.tsx";
import { countDemoRows } from "./count-demo-data.server.ts";
import { ExportRow } from "./exports/export-row.tsx";
import { CONTENT_EXPORTS, STATISTICS_EXPORTS } from "./exports/exports.ts";
import { findLastExports } from "./exports/last-exports.server.ts";
import { findLastRuns } from "./runs.server.ts";
import { SwitchRows } from "./switches/switch-rows.tsx";
import { listSwitches } from "./switches/change-switch.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Operations on the whole site, exports and switches, each with its last outcome. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, env, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const runs = await findLastRuns(db, now);
  const offered = OPERATION_NAMES.filter((name) => !isSampleOperation(name) || isTrialOfThisMachine(env));
  return {
    runs: offered.map((name) => ({ name, run: runs.get(name) ?? null })),
    demo: await countDemoRows(db),
    exports: await findLastExports(db),
    switches: await listSwitches(db),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Actions",
    description: "Backups, exports and feature switches.",
    path: OPERATIONS_PATH,
  });

type LoaderData = Route.ComponentProps["loaderData"];

export default function ActionsPage({ loaderData }: Route.ComponentProps) {
  const isActive = loaderData.runs.some(({ run }) => run !== null && isRunActive(run.state));
  return (
    <AdminPage
      section="actions"
      title="Actions"
      lead="Actions that change something ask for confirmation first. Exports download right away."
    >
      <AutoRefresh isOn={isActive} />
      <nav className="actions-contents" aria-label="On this page">
        {[...OPERATION_GROUPS, "Feature switches"].map((group) => (
          <a key={group} className="link" href={`#${anchorId(group)}`}>
            {group}
          </a>
        ))}
      </nav>
      {OPERATION_GROUPS.map((group) => (
        <section key={group} aria-labelledby={anchorId(group)} className="actions-group">
          <h2 className="h2" id={anchorId(group)}>
            {group}
          </h2>
          <ul className="actions-rows">
            <Group group={group} data={loaderData} />
          </ul>
        </section>
      ))}
      <section aria-labelledby="feature-switches" className="actions-group">
        <h2 className="h2" id="feature-switches">
          Feature switches
        </h2>
        <p className="text-muted">
          Each switch says what changes before you turn it off. When a form is off, its page says so and people keep
          what they typed. The rest of the site works as usual.
        </p>
        <SwitchRows switches={loaderData.switches} />
      </section>
    </AdminPage>
  );
}

function anchorId(group: string): string {
  return group.toLowerCase().replaceAll(" ", "-");
}

function Group({
  group,
  data: { runs, demo, exports },
}: {
  group: (typeof OPERATION_GROUPS)[number];
  data: LoaderData;
}) {
  const hasActivity = demo !== null && demo.people > 0;
  const isUseful = (name: OperationName) =>
    name === "clear-demo" ? demo !== null : !isSampleOperation(name) || hasActivity === (name === "remove-demo");
  const groupRuns = runs.filter(({ name }) => OPERATIONS[name].group === group && isUseful(name));
  return (
    <>
      {group === "Content" && (
        <ExportRow
          title="Export"
          about="Everything editors can edit. No member data."
          files={CONTENT_EXPORTS}
          last={exports.content}
        />
      )}
      {group === "Analytics" && (
        <ExportRow
          title="Export statistics"
          about="View counts as CSV. No personal data, and no demo data."
          files={STATISTICS_EXPORTS}
          last={exports.figures}
        />
      )}
      {groupRuns.map(({ name, run }) => (
        <ActionRow key={name} name={name} run={run} demo={demo} />
      ))}
    </>
  );
}

function ActionRow({
  name,
  run,
  demo,
}: {
  name: OperationName;
  run: LoaderData["runs"][number]["run"];
  demo: LoaderData["demo"];
}) {
  const { title, about, confirm } = OPERATIONS[name];
  const isActive = run !== null && isRunActive(run.state);
  return (
    <li>
      <div>
        <h3 className="h4">
          <Link className="name-link" to={operationPath(name)}>
            {title}
          </Link>
        </h3>
        <p>{about}</p>
        <LastRun name={name} run={run} />
      </div>
      {isActive ? (
        <Link className="button button-plain button-small" to={operationPath(name)}>
          View progress<span className="sr-only"> of {title}</span>
        </Link>
      ) : (
        <ConfirmLink
          to={operationPath(name)}
          label={
            name === "back-up" ? "Back up…" : name === "clear-demo" || name === "clear-cache" ? "Clear…" : "Start…"
          }
          about={title}
          title={`${confirm}?`}
          isDangerous={name === "clear-demo"}
        >
          <OperationForm name={name} demo={demo} />
        </ConfirmLink>
      )}
    </li>
  );
}
