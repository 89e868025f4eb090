import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { auditPath } from "#app/core/audit/audit-page.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/switch.route";
import { SwitchForm, switchQuestion, SwitchStatus } from "./switch-rows.tsx";
import { changeSwitch, listSwitches } from "./change-switch.server.ts";
import { isSwitchName, SWITCHES, switchPath } from "./switch-details.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** One switch with its confirmation form. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = (await listSwitches(db)).find(({ name }) => name === params.name);
  if (found === undefined) throw noSuchPage();
  return found;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, log, now, viewer } = siteOf(context);
  const { id: adminId } = requireRole(viewer, request, ["admin"]);
  const to = (await readForm(request)).text("to");
  if (!isSwitchName(params.name)) throw noSuchPage();
  if (to !== "on" && to !== "off") return data({ why: "Use the button to turn this on or off." }, { status: 400 });
  const isChanged = await changeSwitch(db, { name: params.name, isOn: to === "on", adminId, now });
  log.info({ switch: params.name, to, adminId, isChanged }, "A feature switch was changed");
  return redirect(switchPath(params.name), 303);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: SWITCHES[loaderData.name].title,
    description: "Turn a part of the site on or off.",
    path: switchPath(loaderData.name),
  });

export default function SwitchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name } = loaderData;
  return (
    <AdminPage section="actions" title={SWITCHES[name].title}>
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.why}
        </p>
      )}
      <p className="actions-last" role="status">
        <SwitchStatus {...loaderData} />
      </p>
      <section className="actions-ask" aria-labelledby="ask">
        <h2 className="h2" id="ask">
          {switchQuestion(loaderData)}
        </h2>
        <SwitchForm {...loaderData} />
      </section>
      <p>
        <Link className="link" to={auditPath({ subject: "switch", id: name })}>
          Change history
        </Link>
      </p>
    </AdminPage>
  );
}
