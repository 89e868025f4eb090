import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/sandbox-portal.route";
import { SANDBOX_PORTAL_PATH, SUBSCRIPTION_PATH } from "../billing-paths.ts";
import { SandboxBanner } from "./sandbox-card-fields.tsx";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { runPortalAction } from "./sandbox-portal-actions.server.ts";
import { CardForm, ChangePlan, ClockForms, Invoices, RunningPlan } from "./sandbox-portal-parts.tsx";
import { portalView, findSandboxCustomerId } from "./sandbox-pages.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The sandbox's customer portal: the current plan, changes, and invoices. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const customerId = await findSandboxCustomerId(site, requireViewer(site.viewer, request));
  const view = customerId === null ? null : await portalView(site.db, { customerId, now: site.now });
  if (view === null) throw noSuchPage();
  await deliverSandboxEvents(site.db, { siteUrl: site.env.siteUrl, log: site.log });
  return view;
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const customerId = await findSandboxCustomerId(site, requireViewer(site.viewer, request));
  if (customerId === null) throw noSuchPage();
  const outcome = await runPortalAction(site.db, { form: await readForm(request), customerId, now: site.now });
  await deliverSandboxEvents(site.db, { siteUrl: site.env.siteUrl, log: site.log });
  if (outcome.problem !== null) return data({ problem: outcome.problem }, { status: outcome.status });
  return redirect(SANDBOX_PORTAL_PATH, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your subscription (test mode)",
    description: "The sandbox’s page for customers.",
    path: SANDBOX_PORTAL_PATH,
  });

export default function SandboxPortal({ loaderData, actionData }: Route.ComponentProps) {
  const { plan, changes, card, invoices, today, isDisputable } = loaderData;
  return (
    <div className="wrap sandbox-page">
      <SandboxBanner />
      <h1 className="d3">Your subscription</h1>
      <div aria-live="polite">{actionData !== undefined && <p className="form-problem">{actionData.problem}</p>}</div>
      <div className="sandbox-sections">
        {plan === null ? <p>You have no subscription, and nothing will be charged.</p> : <RunningPlan plan={plan} />}
        {changes.length > 0 && <ChangePlan changes={changes} />}
        <CardForm card={card} />
        <Invoices invoices={invoices} />
        <ClockForms today={today} state={plan?.state ?? null} isDisputable={isDisputable} />
      </div>
      <p>
        <Link className="link" to={SUBSCRIPTION_PATH} reloadDocument>
          Back to Rowhouse
        </Link>
      </p>
    </div>
  );
}
