import "../billing.css";

import { data, Form, useNavigation } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDay, formatLongDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { findUserByEmail } from "#app/people/accounts/standing/account-status.server.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/admin-refunds.route";
import { getBillingProvider } from "../get-billing-provider.server.ts";
import { ADMIN_REFUNDS_PATH } from "../billing-paths.ts";
import { type Payment, ProviderDown } from "../billing-provider.ts";
import { summarizeMembership } from "../membership/membership-summary.ts";
import { REFUND_DAYS } from "./refund-period.ts";
import { lastPayment, listUserPayments, refundablePayments, refundPayments, sumCents } from "./refund.server.ts";
import { deliverSandboxEvents } from "../sandbox/sandbox-deliveries.server.ts";
import { parseSeenPayments, formatSeenPayments, joinWithAnd } from "../checkout/seen-payments.ts";
import { UnfinishedRefunds } from "./unfinished-refunds-list.tsx";
import { listUnfinishedRefunds, type UnfinishedRefund } from "./unfinished-refunds.server.ts";
import { findMembership } from "../membership/find-membership.server.ts";

export const handle = { audience: "admin", query: ["email"] } as const satisfies RouteHandle;

/** The maximum length of an email address. */
const ADDRESS_CHARACTERS_MAX = 254;

const NOT_ANSWERING = "We can’t reach the payment provider right now. Try again in a minute. No refund is made twice.";

/** Admin refunds: a member's payments of the last thirty days, or else the last payment, however old; and pending refunds. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const address = (readQuery(request, handle).get("email") ?? "").trim().slice(0, ADDRESS_CHARACTERS_MAX);
  return {
    address,
    isSetUp: getBillingProvider(site) !== null,
    found: address === "" ? null : await findCustomer(site, address),
    unfinished: (await listUnfinishedRefunds(site.db)).map(describeUnfinished),
  };
}

function describeUnfinished({ paymentId, name, email, place, ...refund }: UnfinishedRefund) {
  return {
    paymentId,
    name: name === null ? "Deleted account" : name || "Anonymous",
    email,
    place,
    amount: formatDollars(refund.amountCents),
    day: formatDay(refund.requestedAt),
    isRefused: refund.status === "not-refundable",
  };
}

async function findCustomer(site: Site, address: string) {
  const { db, log, now } = site;
  const provider = getBillingProvider(site);
  const user = await findUserByEmail(db, address);
  if (user === null) return "nobody" as const;
  const membership = summarizeMembership(await findMembership(db, user.id, now));
  const summary = { id: user.id, name: user.name || "Anonymous", membership };
  try {
    const refundInput = { userId: user.id, by: "operator", now } as const;
    const due = provider === null ? [] : await refundablePayments(db, { ...refundInput, provider });
    const [last] =
      provider === null || due.length > 0
        ? []
        : await lastPayment(db, await listUserPayments(db, { ...refundInput, provider }));
    return {
      ...summary,
      due: due.map(describePayment),
      seen: formatSeenPayments(due),
      sum: formatDollars(sumCents(due)),
      last: last === undefined ? null : describePayment(last),
    };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "A payment could not be looked up");
    return "not-answering" as const;
  }
}

function describePayment({ amountCents, paidAt, status }: Payment) {
  return { amount: formatDollars(amountCents), day: formatLongDay(paidAt), isDisputed: status === "disputed" };
}

/** `person` is a user id; `payments` are the payments shown. A newer payment isn't refunded unseen. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now } = site;
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [userId, seen] = [form.text("person"), parseSeenPayments(form.text("payments"))];
  const provider = getBillingProvider(site);
  if (!isUuid(userId) || seen.length === 0 || provider === null) return respond(400, "Find a member first.");
  try {
    const actor = { kind: "staff", id: adminId } as const;
    const refunded = await refundPayments(db, { provider, userId, by: "operator", actor, seen, now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome === "unseen")
      return respond(409, "There is a new payment, so nothing was refunded. Find the member again to see it.");
    if (refunded.outcome !== "refunded") return respond(409, "There is nothing left to refund.");
    const { amountCents, notRefundableCents } = refunded;
    log.info({ userId, adminId, payments: seen, amountCents, notRefundableCents }, "An admin refunded payments");
    const notRefunded = `The provider can’t refund ${formatDollars(notRefundableCents)}. It is disputed, or it was paid in a way that can’t be refunded.`;
    if (amountCents === 0) return respond(409, `${notRefunded} The membership has ended.`);
    const refundedLabel = `Refunded ${formatDollars(amountCents)}. The membership has ended.`;
    return respond(200, notRefundableCents === 0 ? refundedLabel : `${refundedLabel} ${notRefunded}`);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A payment could not be refunded");
    return respond(502, NOT_ANSWERING);
  }
}

function respond(status: 200 | 400 | 409 | 502, message: string) {
  return data({ isDone: status === 200, message }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Refunds",
    description: "Refund a member’s payments.",
    path: ADMIN_REFUNDS_PATH,
  });

export default function AdminRefunds({ loaderData, actionData }: Route.ComponentProps) {
  const { address, found, isSetUp, unfinished } = loaderData;
  return (
    <AdminPage section="refunds" title="Refunds">
      <p className="refund-lead">
        Members can request a refund themselves for {REFUND_DAYS} days. Here you can refund everything a member paid in
        that time, or else their last payment, however old. Their membership ends with the refund.
      </p>
      {!isSetUp && <p className="form-problem">Payments are not set up here.</p>}
      <div aria-live="polite">
        {actionData !== undefined && (
          <p className={actionData.isDone ? "lede" : "form-problem"}>{actionData.message}</p>
        )}
      </div>
      <Form method="get" action={ADMIN_REFUNDS_PATH} className="premium-refund">
        <label className="field">
          <span>Member’s email</span>
          <input
            className="input"
            type="email"
            name="email"
            required
            maxLength={ADDRESS_CHARACTERS_MAX}
            defaultValue={address}
            autoComplete="off"
          />
        </label>
        <button type="submit" className="button button-outline">
          Find
        </button>
      </Form>
      {found !== null && <FoundMember found={found} address={address} />}
      {unfinished.length > 0 && <UnfinishedRefunds refunds={unfinished} />}
    </AdminPage>
  );
}

type FoundCustomer = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

function FoundMember({ found, address }: { found: FoundCustomer; address: string }) {
  const isSending = useNavigation().state === "submitting";
  if (found === "nobody") return <p>No account uses {address}.</p>;
  if (found === "not-answering") return <p className="form-problem">{NOT_ANSWERING}</p>;
  const { id, name, membership, due, seen, sum, last } = found;
  return (
    <section aria-labelledby="found" className="premium-refund">
      <h2 className="h2" id="found">
        {name}
      </h2>
      <p>{membership === null ? "A free member." : `${membership.name}. ${membership.until}.`}</p>
      {due.length === 0 ? (
        <p>{last === null ? "No payments yet." : describeLastPayment(last)}</p>
      ) : (
        <Form
          method="post"
          action={`${ADMIN_REFUNDS_PATH}?${new URLSearchParams({ email: address })}`}
          className="premium-refund"
        >
          <input type="hidden" name="person" value={id} />
          <input type="hidden" name="payments" value={seen} />
          <p>Paid: {joinWithAnd(due.map(({ amount, day }) => `${amount} on ${day}`))}.</p>
          <button type="submit" className="button button-primary" disabled={isSending}>
            {isSending ? "Refunding…" : `Refund ${sum}`}
          </button>
        </Form>
      )}
    </section>
  );
}

function describeLastPayment({
  amount,
  day,
  isDisputed,
}: {
  amount: string;
  day: string;
  isDisputed: boolean;
}): string {
  const outcome = isDisputed ? "is disputed at the bank" : "was refunded";
  return `The last payment, ${amount} on ${day}, ${outcome}.`;
}
