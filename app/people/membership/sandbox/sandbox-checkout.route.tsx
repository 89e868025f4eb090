import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/sandbox-checkout.route";
import { sandboxCheckoutPath, SUBSCRIPTION_PATH } from "../billing-paths.ts";
import { planOf } from "../plans/plans.ts";
import { findViewersCheckout } from "./sandbox-pages.server.ts";
import { submitCardForm } from "./submit-card-form.server.ts";
import { SandboxPayment } from "./sandbox-payment-form.tsx";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The sandbox's checkout of a subscription, visible to its customer only. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const { tier, session, email } = await requireCheckout(siteOf(context), request, id);
  return { tier, status: session.status, email };
}

async function requireCheckout(site: Site, request: Request, id: string) {
  const viewer = requireViewer(site.viewer, request);
  const checkout = await findViewersCheckout(site, { viewer, id, mode: "subscription" });
  if (checkout === null || checkout.tier === null) throw noSuchPage();
  return { ...checkout, tier: checkout.tier };
}

/** Form fields `do` and `card`: see `submitCardForm`. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { customerId } = await requireCheckout(site, request, id);
  const goneMessage = "This checkout has expired. Nothing was paid.";
  return submitCardForm(site, await readForm(request), { customerId, id, goneMessage });
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    matches,
    title: "Checkout (test mode)",
    description: "The sandbox’s checkout.",
    path: sandboxCheckoutPath(params.id),
  });

export default function SandboxCheckout({ loaderData, actionData, params }: Route.ComponentProps) {
  const { tier, status, email } = loaderData;
  const { name, priceCents } = planOf(tier);
  return (
    <SandboxPayment
      title={`Subscribe to ${name}`}
      action={sandboxCheckoutPath(params.id)}
      amountCents={priceCents}
      isOpen={status === "open"}
      closedMessage={status === "complete" ? "This is paid." : "This checkout has expired."}
      answer={actionData}
      backTo={SUBSCRIPTION_PATH}
    >
      <dl className="sandbox-order">
        <div>
          <dt>{name}, billed monthly</dt>
          <dd>{formatDollars(priceCents)}</dd>
        </div>
        <div>
          <dt>
            <b>Due today</b>
          </dt>
          <dd>
            <b>{formatDollars(priceCents)}</b>
          </dd>
        </div>
      </dl>
      <p className="text-row text-muted">
        {email !== null && `For ${email}. `}It renews each month until you cancel, which you can do at any time.
      </p>
    </SandboxPayment>
  );
}
