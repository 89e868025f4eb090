import { data, Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/refund.route";
import { billingOf } from "./billing-of.server.ts";
import { REFUND_PATH, SUBSCRIPTION_PATH } from "./billing-paths.ts";
import { ProviderDown } from "./billing-provider.ts";
import { dcDay } from "./membership-words.ts";
import { REFUND_DAYS } from "./refund-days.ts";
import { refundablePayment, refundLastPayment } from "./refund.server.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";

/** The money-back guarantee, as a page with one button. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = billingOf(site);
  try {
    const payment = provider === null ? null : await refundablePayment(site.db, { provider, userId, now: site.now });
    return { payment: payment === null ? null : { amount: dollars(payment.amountCents), day: dcDay(payment.paidAt) } };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    site.log.error({ err: error }, "The last payment could not be looked up");
    return { payment: "unknown" as const };
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now, page } = site;
  page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = billingOf(site);
  if ((await readForm(request)).text("do") !== "refund" || provider === null) return refused(400, NOTHING_ASKED);
  try {
    const refunded = await refundLastPayment(db, { provider, userId, by: "member", now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome === "refunded") return data({ refunded: dollars(refunded.amountCents), problem: null });
    return refused(409, refunded.outcome === "nothing" ? NOTHING_PAID : TOO_LATE);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A payment could not be given back");
    return refused(502, "The payment provider doesn’t answer just now. Try again in a minute; nothing is done twice.");
  }
}

const NOTHING_ASKED = "Nothing was asked for. Please use the button.";
const NOTHING_PAID = "There is no payment to give back.";
const TOO_LATE = `The last payment is more than ${REFUND_DAYS} days ago.`;

function refused(status: 400 | 409 | 502, problem: string) {
  return data({ refunded: null, problem }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Money back",
    description: "The 30-day money-back guarantee.",
    path: REFUND_PATH,
    robots: "noindex, follow",
  });

export default function Refund({ loaderData: { payment }, actionData }: Route.ComponentProps) {
  const refunded = actionData?.refunded ?? null;
  return (
    <div className="wrap premium-page">
      <h1 className="d3">Money back</h1>
      <div aria-live="polite">
        {actionData !== undefined && actionData.problem !== null && (
          <p className="form-problem">{actionData.problem}</p>
        )}
      </div>
      {refunded === null ? (
        <Offer payment={payment} />
      ) : (
        <p className="lede">
          {refunded} is on its way back to your card, and your membership has ended. Banks take five to ten days to show
          it.
        </p>
      )}
      <p>
        <Link className="link" to={SUBSCRIPTION_PATH} reloadDocument>
          Back to the plans
        </Link>
      </p>
    </div>
  );
}

function Offer({ payment }: { payment: Route.ComponentProps["loaderData"]["payment"] }) {
  if (payment === "unknown") return <p>The payment provider doesn’t answer just now. Try again in a minute.</p>;
  if (payment === null) return <p>There is no payment of the last {REFUND_DAYS} days to give back.</p>;
  return (
    <form method="post" action={REFUND_PATH} className="premium-refund">
      <p>
        You paid {payment.amount} on {payment.day}. You get all of it back, and your membership ends at once.
      </p>
      <button type="submit" className="button button-outline" name="do" value="refund">
        Give me back {payment.amount}
      </button>
    </form>
  );
}
