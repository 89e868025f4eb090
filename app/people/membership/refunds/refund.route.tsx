import "../billing.css";

import { data, Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/refund.route";
import { getBillingProvider } from "../get-billing-provider.server.ts";
import { REFUND_PATH, SUBSCRIPTION_PATH } from "../billing-paths.ts";
import { type Payment, ProviderDown } from "../billing-provider.ts";
import { REFUND_DAYS } from "./refund-period.ts";
import { refundOffer, refundPayments, sumCents } from "./refund.server.ts";
import { deliverSandboxEvents } from "../sandbox/sandbox-deliveries.server.ts";
import { parseSeenPayments, formatSeenPayments, joinWithAnd } from "../checkout/seen-payments.ts";
import { secondsUntilNextCall } from "../stripe/provider-limit.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The money-back guarantee: a page with one button. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = getBillingProvider(site);
  if (secondsUntilNextCall(userId, site.now) !== null) return { paid: "unknown" as const };
  try {
    const refundInput = { userId, by: "member", now: site.now } as const;
    const offer = provider === null ? NOTHING_PAID : await refundOffer(site.db, { ...refundInput, provider });
    const { due, disputed } = offer;
    const sum = formatDollars(sumCents(due));
    return {
      paid: {
        payments: due.map(paymentLabel),
        disputed: disputed.map(paymentLabel),
        seen: formatSeenPayments(due),
        sum,
      },
    };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    site.log.error({ err: error }, "The payments could not be looked up");
    return { paid: "unknown" as const };
  }
}

/** `do` is `refund`; `payments` are the payments shown. A newer payment isn't refunded unseen. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now } = site;
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = getBillingProvider(site);
  const form = await readForm(request);
  const seen = parseSeenPayments(form.text("payments"));
  if (form.text("do") !== "refund" || seen.length === 0 || provider === null) return refuse(400, NO_REQUEST);
  const seconds = secondsUntilNextCall(userId, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  try {
    const refunded = await refundPayments(db, { provider, userId, by: "member", seen, now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome === "refunded") return data({ refunded: outcomeLabels(refunded), problem: null });
    return refuse(409, REFUSALS[refunded.outcome]);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A payment could not be refunded");
    return refuse(
      502,
      "We can’t reach the payment provider right now. Try again in a minute. No refund is made twice.",
    );
  }
}

function outcomeLabels({ amountCents, notRefundableCents }: { amountCents: number; notRefundableCents: number }) {
  return {
    given: amountCents === 0 ? null : formatDollars(amountCents),
    notRefunded: notRefundableCents === 0 ? null : formatDollars(notRefundableCents),
  };
}

function paymentLabel({ amountCents, paidAt }: Payment): string {
  return `${formatDollars(amountCents)} on ${formatLongDay(paidAt)}`;
}

const NOTHING_PAID = { due: [], disputed: [] };

const NO_REQUEST = "Use the button on this page to request your refund.";
const REFUSALS = {
  nothing: "There is no payment to refund.",
  "too-late": `The last payment is more than ${REFUND_DAYS} days ago.`,
  unseen: "There is a new payment, so nothing was refunded yet. Check the amounts below and try again.",
};

function refuse(status: 400 | 409 | 429 | 502, problem: string) {
  return data({ refunded: null, problem }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Refund",
    description: "The 30-day money-back guarantee.",
    path: REFUND_PATH,
  });

export default function Refund({ loaderData: { paid }, actionData }: Route.ComponentProps) {
  const refunded = actionData?.refunded ?? null;
  return (
    <div className="wrap premium-page">
      <h1 className="d3">Refund</h1>
      <div aria-live="polite">
        {actionData !== undefined && actionData.problem !== null && (
          <p className="form-problem">{actionData.problem}</p>
        )}
      </div>
      {refunded === null ? <Offer paid={paid} /> : <Outcome {...refunded} />}
      <p>
        <Link className="link" to={SUBSCRIPTION_PATH} reloadDocument>
          Back to the plans
        </Link>
      </p>
    </div>
  );
}

function Outcome({ given, notRefunded }: { given: string | null; notRefunded: string | null }) {
  return (
    <>
      {given !== null && (
        <p className="lede">
          {given} is on its way back to your card, and your membership has ended. Banks take five to ten days to show
          it.
        </p>
      )}
      {notRefunded !== null && (
        <p className="form-problem">
          The payment provider can’t refund {notRefunded}. Your bank has the payment in dispute, or it was paid in a way
          that can’t be refunded. Your membership has ended, and you won’t be billed again. Please contact your bank.
        </p>
      )}
    </>
  );
}

function Offer({ paid }: { paid: Route.ComponentProps["loaderData"]["paid"] }) {
  if (paid === "unknown") return <p>We can’t reach the payment provider right now. Try again in a minute.</p>;
  const { payments, disputed, seen, sum } = paid;
  return (
    <>
      {disputed.length > 0 && (
        <p>Your bank has these payments in dispute, so we can’t refund them: {joinWithAnd(disputed)}.</p>
      )}
      {payments.length > 0 && <OfferForm payments={payments} seen={seen} sum={sum} />}
      {payments.length + disputed.length === 0 && (
        <p>You have no payments from the last {REFUND_DAYS} days to refund.</p>
      )}
    </>
  );
}

function OfferForm({ payments, seen, sum }: { payments: readonly string[]; seen: string; sum: string }) {
  return (
    <form method="post" action={REFUND_PATH} className="premium-refund">
      <input type="hidden" name="payments" value={seen} />
      <p>You paid {joinWithAnd(payments)}. You’ll get all of it back, and your membership ends right away.</p>
      <button type="submit" className="button button-outline" name="do" value="refund">
        Refund {sum}
      </button>
    </form>
  );
}
