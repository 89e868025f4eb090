import "#app/own-pages.css";

import { data, Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { requireViewer } from "../accounts/guards.ts";
import type { Route } from "./+types/refund.route";
import { billingOf } from "./billing-of.server.ts";
import { REFUND_PATH, SUBSCRIPTION_PATH } from "./billing-paths.ts";
import { type Payment, ProviderDown } from "./billing-provider.ts";
import { dcDay } from "./membership-words.ts";
import { REFUND_DAYS } from "./refund-days.ts";
import { refundOffer, refundPayments, sumCents } from "./refund.server.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { readSeenPayments, seenPayments, wordList } from "./seen-payments.ts";
import { tooOften, waitForProvider } from "./provider-limit.server.ts";

/** The money-back guarantee, as a page with one button. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = billingOf(site);
  if (waitForProvider(userId, site.now) !== null) return { paid: "unknown" as const };
  try {
    const asker = { userId, by: "member", now: site.now } as const;
    const offer = provider === null ? NOTHING_PAID : await refundOffer(site.db, { ...asker, provider });
    const { due, disputed } = offer;
    const sum = dollars(sumCents(due));
    return {
      paid: { payments: due.map(paymentWords), disputed: disputed.map(paymentWords), seen: seenPayments(due), sum },
    };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    site.log.error({ err: error }, "The payments could not be looked up");
    return { paid: "unknown" as const };
  }
}

/** `do` is `refund`, `payments` are those that were shown: what was paid meanwhile is not given back unseen. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now, page } = site;
  page.keep = false;
  const { id: userId } = requireViewer(site.viewer, request);
  const provider = billingOf(site);
  const form = await readForm(request);
  const seen = readSeenPayments(form.text("payments"));
  if (form.text("do") !== "refund" || seen.length === 0 || provider === null) return refused(400, NOTHING_ASKED);
  const seconds = waitForProvider(userId, now);
  if (seconds !== null) return refused(429, tooOften(seconds));
  try {
    const refunded = await refundPayments(db, { provider, userId, by: "member", seen, now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome === "refunded") return data({ refunded: refundWords(refunded), problem: null });
    return refused(409, REFUSALS[refunded.outcome]);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A payment could not be given back");
    return refused(502, "The payment provider doesn’t answer just now. Try again in a minute; nothing is done twice.");
  }
}

function refundWords({ amountCents, keptCents }: { amountCents: number; keptCents: number }) {
  return {
    given: amountCents === 0 ? null : dollars(amountCents),
    kept: keptCents === 0 ? null : dollars(keptCents),
  };
}

function paymentWords({ amountCents, paidAt }: Payment): string {
  return `${dollars(amountCents)} on ${dcDay(paidAt)}`;
}

const NOTHING_PAID = { due: [], disputed: [] };

const NOTHING_ASKED = "Nothing was asked for. Please use the button.";
const REFUSALS = {
  nothing: "There is no payment to give back.",
  "too-late": `The last payment is more than ${REFUND_DAYS} days ago.`,
  unseen: "Another payment has come meanwhile. Nothing was given back; this is what you have paid by now.",
};

function refused(status: 400 | 409 | 429 | 502, problem: string) {
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

export default function Refund({ loaderData: { paid }, actionData }: Route.ComponentProps) {
  const refunded = actionData?.refunded ?? null;
  return (
    <div className="wrap premium-page">
      <h1 className="d3">Money back</h1>
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

function Outcome({ given, kept }: { given: string | null; kept: string | null }) {
  return (
    <>
      {given !== null && (
        <p className="lede">
          {given} is on its way back to your card, and your membership has ended. Banks take five to ten days to show
          it.
        </p>
      )}
      {kept !== null && (
        <p className="form-problem">
          The payment provider can’t return {kept}: your bank has that payment in dispute, or it was paid in a way that
          can’t be refunded. Your membership has ended, and nothing more is billed. Your bank knows where the money is.
        </p>
      )}
    </>
  );
}

function Offer({ paid }: { paid: Route.ComponentProps["loaderData"]["paid"] }) {
  if (paid === "unknown") return <p>The payment provider doesn’t answer just now. Try again in a minute.</p>;
  const { payments, disputed, seen, sum } = paid;
  return (
    <>
      {disputed.length > 0 && (
        <p>
          Your bank has what you paid in dispute, and decides about it: {wordList(disputed)}. We can’t give that back.
        </p>
      )}
      {payments.length > 0 && <OfferForm payments={payments} seen={seen} sum={sum} />}
      {payments.length + disputed.length === 0 && (
        <p>There is no payment of the last {REFUND_DAYS} days to give back.</p>
      )}
    </>
  );
}

function OfferForm({ payments, seen, sum }: { payments: readonly string[]; seen: string; sum: string }) {
  return (
    <form method="post" action={REFUND_PATH} className="premium-refund">
      <input type="hidden" name="payments" value={seen} />
      <p>You paid {wordList(payments)}. You get all of it back, and your membership ends at once.</p>
      <button type="submit" className="button button-outline" name="do" value="refund">
        Give me back {sum}
      </button>
    </form>
  );
}
