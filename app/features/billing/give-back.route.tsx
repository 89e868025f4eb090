import { data, Form, useNavigation } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { requireRole } from "../accounts/guards.ts";
import { findByEmail } from "../accounts/standing.server.ts";
import type { Route } from "./+types/give-back.route";
import { billingOf } from "./billing-of.server.ts";
import { GIVE_BACK_PATH } from "./billing-paths.ts";
import { ProviderDown } from "./billing-provider.ts";
import { dcDay, membershipWords } from "./membership-words.ts";
import { REFUND_DAYS } from "./refund-days.ts";
import { lastPaymentOf, refundLastPayment } from "./refund.server.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { membershipOf } from "./standing.server.ts";

/** As long as an address can be. */
const ADDRESS_CHARACTERS_MAX = 254;
/** The provider's number of a payment. */
const PAYMENT_CHARACTERS_MAX = 200;

const NOT_ANSWERING = "The payment provider doesn’t answer just now. Try again in a minute; nothing is done twice.";

/** Where an admin gives somebody's last payment back; bound by no number of days. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  const address = (new URL(request.url).searchParams.get("email") ?? "").trim().slice(0, ADDRESS_CHARACTERS_MAX);
  return {
    address,
    isSetUp: billingOf(site) !== null,
    found: address === "" ? null : await findCustomer(site, address),
  };
}

async function findCustomer(site: Site, address: string) {
  const { db, log, now } = site;
  const provider = billingOf(site);
  const person = await findByEmail(db, address);
  if (person === null) return "nobody" as const;
  const membership = membershipWords(await membershipOf(db, person.id, now));
  const who = { id: person.id, name: person.name || "Anonymous", membership };
  try {
    const payment = provider === null ? null : await lastPaymentOf(db, { provider, userId: person.id });
    if (payment === null) return { ...who, payment: null };
    const { id, amountCents, paidAt, isRefunded } = payment;
    return { ...who, payment: { id, amount: dollars(amountCents), day: dcDay(paidAt), isRefunded } };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "A payment could not be looked up");
    return "not-answering" as const;
  }
}

/** `person` is an id, `payment` the one that was shown: what came meanwhile is not given back unseen. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now } = site;
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [userId, seen] = [form.text("person"), form.text("payment").slice(0, PAYMENT_CHARACTERS_MAX)];
  const provider = billingOf(site);
  if (!isUuid(userId) || seen === "" || provider === null)
    return told(400, "Nothing was asked for. Find a person first.");
  try {
    const payment = await lastPaymentOf(db, { provider, userId });
    if (payment?.id !== seen)
      return told(409, "Another payment has come meanwhile. Look again; nothing was given back.");
    const refunded = await refundLastPayment(db, { provider, userId, by: "operator", now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome !== "refunded") return told(409, "This payment was given back before.");
    log.info({ userId, adminId, payment: seen }, "An admin gave a payment back");
    return told(200, `${dollars(refunded.amountCents)} is given back, and the membership has ended.`);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A payment could not be given back");
    return told(502, NOT_ANSWERING);
  }
}

function told(status: 200 | 400 | 409 | 502, words: string) {
  return data({ isDone: status === 200, words }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Refunds",
    description: "Give a member’s last payment back.",
    path: GIVE_BACK_PATH,
    robots: "noindex, follow",
  });

export default function GiveBack({ loaderData, actionData }: Route.ComponentProps) {
  const { address, found, isSetUp } = loaderData;
  return (
    <div className="wrap premium-page">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Refunds" }]} />
      <h1 className="d3">Refunds</h1>
      <p>
        Members have {REFUND_DAYS} days to take their money back themselves. Here you give somebody’s last payment back,
        however old it is. Their membership ends with it.
      </p>
      {!isSetUp && <p className="form-problem">Payments are not set up here.</p>}
      <div aria-live="polite">
        {actionData !== undefined && <p className={actionData.isDone ? "lede" : "form-problem"}>{actionData.words}</p>}
      </div>
      <Form method="get" action={GIVE_BACK_PATH} className="premium-refund">
        <label className="field">
          <span>E-mail address of the member</span>
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
      {found !== null && <Found found={found} address={address} />}
    </div>
  );
}

type FoundCustomer = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

function Found({ found, address }: { found: FoundCustomer; address: string }) {
  const isSending = useNavigation().state === "submitting";
  if (found === "nobody") return <p>Nobody signs in with {address}.</p>;
  if (found === "not-answering") return <p className="form-problem">{NOT_ANSWERING}</p>;
  const { id, name, membership, payment } = found;
  return (
    <section aria-labelledby="found" className="premium-refund">
      <h2 className="h2" id="found">
        {name}
      </h2>
      <p>{membership === null ? "A free member." : `${membership.name}. ${membership.until}.`}</p>
      {payment === null ? (
        <p>No payment was ever made.</p>
      ) : payment.isRefunded ? (
        <p>
          The last payment, {payment.amount} on {payment.day}, was given back.
        </p>
      ) : (
        <Form
          method="post"
          action={`${GIVE_BACK_PATH}?${new URLSearchParams({ email: address })}`}
          className="premium-refund"
        >
          <input type="hidden" name="person" value={id} />
          <input type="hidden" name="payment" value={payment.id} />
          <p>
            The last payment was {payment.amount} on {payment.day}.
          </p>
          <button type="submit" className="button button-primary" disabled={isSending}>
            {isSending ? "Giving back…" : `Give ${payment.amount} back`}
          </button>
        </Form>
      )}
    </section>
  );
}
