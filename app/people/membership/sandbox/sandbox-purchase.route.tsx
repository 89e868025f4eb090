import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/sandbox-purchase.route";
import { sandboxPurchasePath } from "../billing-paths.ts";
import { findViewersCheckout } from "./sandbox-pages.server.ts";
import { submitCardForm } from "./submit-card-form.server.ts";
import { SandboxPayment } from "./sandbox-payment-form.tsx";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The sandbox's page for a one-time payment, visible to its customer only. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const {
    name,
    amount_total: amountCents,
    status,
    cancel_url: cancelUrl,
  } = (await requirePurchase(siteOf(context), request, id)).session;
  return { name, amountCents, status, cancelUrl };
}

async function requirePurchase(site: Site, request: Request, id: string) {
  const purchase = await findViewersCheckout(site, {
    viewer: requireViewer(site.viewer, request),
    id,
    mode: "payment",
  });
  if (purchase === null) throw noSuchPage();
  return purchase;
}

/** Form fields `do` and `card`: see `submitCardForm`. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { customerId } = await requirePurchase(site, request, id);
  const goneMessage = "This payment page has expired. Nothing was paid.";
  return submitCardForm(site, await readForm(request), { customerId, id, goneMessage });
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    matches,
    title: "Payment (test mode)",
    description: "Where the sandbox takes a payment.",
    path: sandboxPurchasePath(params.id),
  });

export default function SandboxPurchase({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, amountCents, status, cancelUrl } = loaderData;
  return (
    <SandboxPayment
      title="One-time payment"
      action={sandboxPurchasePath(params.id)}
      amountCents={amountCents}
      isOpen={status === "open"}
      closedMessage={status === "complete" ? "This is paid." : "This payment page has expired."}
      answer={actionData}
      backTo={cancelUrl}
    >
      <dl className="sandbox-order">
        <div>
          <dt>{name}</dt>
          <dd>
            <b>{formatDollars(amountCents)}</b>
          </dd>
        </div>
      </dl>
      <p className="text-row text-muted">You’re charged once.</p>
    </SandboxPayment>
  );
}
