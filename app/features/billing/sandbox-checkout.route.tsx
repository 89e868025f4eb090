import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/sandbox-checkout.route";
import { sandboxCheckoutPath, SUBSCRIPTION_PATH } from "./billing-paths.ts";
import { planOf } from "./plans.ts";
import { payCheckout } from "./sandbox-account.server.ts";
import { isSandboxCard } from "./sandbox-cards.ts";
import { SandboxBand, SandboxCardFields } from "./sandbox-card-fields.tsx";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { findCheckout, sandboxCustomerOf } from "./sandbox-pages.server.ts";

/** The sandbox's checkout, for the person whose it is. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const customerId = await sandboxCustomerOf(site, requireViewer(site.viewer, request));
  const checkout = customerId === null ? null : await findCheckout(site.db, { customerId, id });
  if (checkout === null) throw noSuchPage();
  return { tier: checkout.tier, isOpen: checkout.status === "open", email: checkout.email };
}

/** `do` is `pay` with a `card`, `confirm` the same once the bank has asked, or `refuse`, to the bank. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const customerId = await sandboxCustomerOf(site, requireViewer(site.viewer, request));
  if (customerId === null || (await findCheckout(site.db, { customerId, id })) === null) throw noSuchPage();
  const form = await readForm(request);
  const [doing, card] = [form.text("do"), form.text("card")];
  if (!isSandboxCard(card)) return refused(400, "Choose one of the test cards.", "works");
  if (doing === "refuse") return refused(402, "Your bank was not asked to go on, so nothing was paid.", card);
  if (doing !== "pay" && doing !== "confirm") return refused(400, "Please use one of the buttons.", card);
  const isConfirmed = doing === "confirm";
  const paid = await payCheckout(site.db, { customerId, checkoutId: id, card, isConfirmed, now: site.now });
  switch (paid.outcome) {
    case "paid":
      await deliverSandboxEvents(site.db, { siteUrl: site.env.siteUrl, log: site.log });
      return redirect(paid.successUrl, 303);
    case "declined":
      return refused(402, "The card was declined, and nothing was paid. Choose another one.", card);
    case "asks":
      return data({ card, problem: null, isAsking: true }, { status: 200 });
    case "gone":
      return refused(409, "This checkout is open no longer, and nothing was paid.", card);
  }
}

function refused(status: 400 | 402 | 409, problem: string, card: string) {
  return data({ card, problem, isAsking: false }, { status });
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
  const { tier, isOpen, email } = loaderData;
  const { name, priceCents } = planOf(tier);
  const action = sandboxCheckoutPath(params.id);
  const card = actionData?.card ?? "works";
  return (
    <div className="wrap sandbox-page">
      <SandboxBand />
      <div className="sandbox-columns">
        <section aria-labelledby="order">
          <h1 className="d3" id="order">
            Subscribe to {name}
          </h1>
          <dl className="sandbox-order">
            <div>
              <dt>{name}, billed monthly</dt>
              <dd>{dollars(priceCents)}</dd>
            </div>
            <div>
              <dt>
                <b>Due today</b>
              </dt>
              <dd>
                <b>{dollars(priceCents)}</b>
              </dd>
            </div>
          </dl>
          <p className="text-row text-stone-5">
            {email !== null && `For ${email}. `}It renews each month until you cancel, which you can do at any time.
          </p>
        </section>
        <section aria-label="Payment" className="sandbox-form">
          <div aria-live="polite">
            {actionData !== undefined && actionData.problem !== null && (
              <p className="form-problem">{actionData.problem}</p>
            )}
          </div>
          {!isOpen ? (
            <p>This checkout is open no longer.</p>
          ) : actionData?.isAsking === true ? (
            <form method="post" action={action}>
              <h2 className="h2">Your bank asks you to confirm</h2>
              <p>A payment of {dollars(priceCents)} to Rowhouse.</p>
              <input type="hidden" name="card" value={card} />
              <div className="premium-ways">
                <button type="submit" className="button button-primary" name="do" value="confirm">
                  Confirm
                </button>
                <button type="submit" className="button button-outline" name="do" value="refuse">
                  Refuse
                </button>
              </div>
            </form>
          ) : (
            <form method="post" action={action}>
              <SandboxCardFields chosen={card} />
              <button type="submit" className="button button-primary button-large" name="do" value="pay">
                Pay {dollars(priceCents)}
              </button>
            </form>
          )}
          <p>
            <Link className="link" to={SUBSCRIPTION_PATH} reloadDocument>
              Back to Rowhouse
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}
