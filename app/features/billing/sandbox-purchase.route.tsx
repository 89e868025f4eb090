import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/sandbox-purchase.route";
import { sandboxPurchasePath } from "./billing-paths.ts";
import { isSandboxCard } from "./sandbox-cards.ts";
import { SandboxBand, SandboxCardFields } from "./sandbox-card-fields.tsx";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { sandboxCustomerOf } from "./sandbox-pages.server.ts";
import { findPurchase, payPurchase } from "./sandbox-purchases.server.ts";

/** Where the sandbox takes a payment of once, for the person whose it is. */
export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const { purchase } = await requirePurchase(siteOf(context), request, id);
  const { name, amountCents, status, cancelUrl } = purchase;
  return { name, amountCents, isOpen: status === "open", cancelUrl };
}

async function requirePurchase(site: Site, request: Request, id: string) {
  site.page.keep = false;
  const customerId = await sandboxCustomerOf(site, requireViewer(site.viewer, request));
  const purchase = customerId === null ? null : await findPurchase(site.db, { customerId, id });
  if (customerId === null || purchase === null) throw noSuchPage();
  return { customerId, purchase };
}

/** `do` is `pay` with a `card`, `confirm` the same once the bank has asked, or `refuse`, to the bank. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { customerId } = await requirePurchase(site, request, id);
  const form = await readForm(request);
  const [doing, card] = [form.text("do"), form.text("card")];
  if (!isSandboxCard(card)) return refused(400, "Choose one of the test cards.", "works");
  if (doing === "refuse") return refused(402, "Your bank was not asked to go on, so nothing was paid.", card);
  if (doing !== "pay" && doing !== "confirm") return refused(400, "Please use one of the buttons.", card);
  const isConfirmed = doing === "confirm";
  const paid = await payPurchase(site.db, { customerId, purchaseId: id, card, isConfirmed, now: site.now });
  switch (paid.outcome) {
    case "paid":
      await deliverSandboxEvents(site.db, { siteUrl: site.env.siteUrl, log: site.log });
      return redirect(paid.successUrl, 303);
    case "declined":
      return refused(402, "The card was declined, and nothing was paid. Choose another one.", card);
    case "asks":
      return data({ card, problem: null, isAsking: true }, { status: 200 });
    case "gone":
      return refused(409, "This page takes no payment any longer, and nothing was paid now.", card);
  }
}

function refused(status: 400 | 402 | 409, problem: string, card: string) {
  return data({ card, problem, isAsking: false }, { status });
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Payment (test mode)",
    description: "Where the sandbox takes a payment.",
    path: sandboxPurchasePath(params.id),
    robots: "noindex, follow",
  });

export default function SandboxPurchase({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, amountCents, isOpen, cancelUrl } = loaderData;
  const action = sandboxPurchasePath(params.id);
  const card = actionData?.card ?? "works";
  return (
    <div className="wrap sandbox-page">
      <SandboxBand />
      <div className="sandbox-columns">
        <section aria-labelledby="order">
          <h1 className="d3" id="order">
            Pay once
          </h1>
          <dl className="sandbox-order">
            <div>
              <dt>{name}</dt>
              <dd>
                <b>{dollars(amountCents)}</b>
              </dd>
            </div>
          </dl>
          <p className="text-row text-stone-5">Nothing is billed again.</p>
        </section>
        <section aria-label="Payment" className="sandbox-form">
          <div aria-live="polite">
            {actionData !== undefined && actionData.problem !== null && (
              <p className="form-problem">{actionData.problem}</p>
            )}
          </div>
          {!isOpen ? (
            <p>This page takes no payment any longer.</p>
          ) : (
            <form method="post" action={action}>
              {actionData?.isAsking === true ? (
                <Confirm amountCents={amountCents} card={card} />
              ) : (
                <>
                  <SandboxCardFields chosen={card} />
                  <button type="submit" className="button button-primary button-large" name="do" value="pay">
                    Pay {dollars(amountCents)}
                  </button>
                </>
              )}
            </form>
          )}
          <p>
            <Link className="link" to={cancelUrl} reloadDocument>
              Back to Rowhouse
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}

function Confirm({ amountCents, card }: { amountCents: number; card: string }) {
  return (
    <>
      <h2 className="h2">Your bank asks you to confirm</h2>
      <p>A payment of {dollars(amountCents)} to Rowhouse.</p>
      <input type="hidden" name="card" value={card} />
      <div className="premium-ways">
        <button type="submit" className="button button-primary" name="do" value="confirm">
          Confirm
        </button>
        <button type="submit" className="button button-outline" name="do" value="refuse">
          Refuse
        </button>
      </div>
    </>
  );
}
