import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/sandbox-checkout.route";
import { sandboxCheckoutPath, SUBSCRIPTION_PATH } from "../billing-paths.ts";
import { planOf } from "../plans/plans.ts";
import { payCheckout } from "./sandbox-account.server.ts";
import { findCheckout, findSandboxCustomerId } from "./sandbox-pages.server.ts";
import { submitCardForm } from "./sandbox-payment.server.ts";
import { SandboxPayment } from "./sandbox-payment.tsx";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The sandbox's checkout, visible to its customer only. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  const customerId = await findSandboxCustomerId(site, requireViewer(site.viewer, request));
  const checkout = customerId === null ? null : await findCheckout(site.db, { customerId, id });
  if (checkout === null) throw noSuchPage();
  return { tier: checkout.tier, status: checkout.status, email: checkout.email };
}

/** Form fields `do` and `card`: see `submitCardForm`. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  const customerId = await findSandboxCustomerId(site, requireViewer(site.viewer, request));
  if (customerId === null || (await findCheckout(site.db, { customerId, id })) === null) throw noSuchPage();
  return submitCardForm(site, await readForm(request), {
    pay: (given) => payCheckout(site.db, { customerId, checkoutId: id, ...given, now: site.now }),
    goneMessage: "This checkout has expired. Nothing was paid.",
  });
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Checkout (test mode)",
    description: "The sandbox’s checkout.",
    path: sandboxCheckoutPath(params.id),
    robots: "noindex, follow",
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
