import "#app/own-pages.css";

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
import { type Payment, ProviderDown } from "./billing-provider.ts";
import { dcDay, membershipWords } from "./membership-words.ts";
import { REFUND_DAYS } from "./refund-days.ts";
import { lastOf, paymentsOf, refundablePayments, refundPayments, sumCents } from "./refund.server.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import { readSeenPayments, seenPayments, wordList } from "./seen-payments.ts";
import { membershipOf } from "./standing.server.ts";

/** As long as an address can be. */
const ADDRESS_CHARACTERS_MAX = 254;

const NOT_ANSWERING = "The payment provider doesn’t answer just now. Try again in a minute; nothing is done twice.";

/** Where an admin gives somebody's payments back: those of the last thirty days, or else the last one, however old. */
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
    const asker = { userId: person.id, by: "operator", now } as const;
    const due = provider === null ? [] : await refundablePayments(db, { ...asker, provider });
    const [last] =
      provider === null || due.length > 0 ? [] : await lastOf(db, await paymentsOf(db, { ...asker, provider }));
    return {
      ...who,
      due: due.map(paymentWords),
      seen: seenPayments(due),
      sum: dollars(sumCents(due)),
      last: last === undefined ? null : paymentWords(last),
    };
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "A payment could not be looked up");
    return "not-answering" as const;
  }
}

function paymentWords({ amountCents, paidAt, status }: Payment) {
  return { amount: dollars(amountCents), day: dcDay(paidAt), isDisputed: status === "disputed" };
}

/** `person` is an id, `payments` those that were shown: what came meanwhile is not given back unseen. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now } = site;
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const [userId, seen] = [form.text("person"), readSeenPayments(form.text("payments"))];
  const provider = billingOf(site);
  if (!isUuid(userId) || seen.length === 0 || provider === null)
    return told(400, "Nothing was asked for. Find a person first.");
  try {
    const actor = { kind: "staff", id: adminId } as const;
    const refunded = await refundPayments(db, { provider, userId, by: "operator", actor, seen, now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (refunded.outcome === "unseen")
      return told(409, "Another payment has come meanwhile. Look again; nothing was given back.");
    if (refunded.outcome !== "refunded") return told(409, "There is nothing left to give back.");
    const { amountCents, keptCents } = refunded;
    log.info({ userId, adminId, payments: seen, amountCents, keptCents }, "An admin gave payments back");
    const kept = `The provider can’t return ${dollars(keptCents)}: it is in dispute, or of a kind that can’t be refunded.`;
    if (amountCents === 0) return told(409, `${kept} The membership has ended.`);
    const given = `${dollars(amountCents)} is given back, and the membership has ended.`;
    return told(200, keptCents === 0 ? given : `${given} ${kept}`);
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
    description: "Give a member’s payments back.",
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
        Members have {REFUND_DAYS} days to take their money back themselves. Here you give back what somebody paid in
        these days, or else their last payment, however old it is. Their membership ends with it.
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
  const { id, name, membership, due, seen, sum, last } = found;
  return (
    <section aria-labelledby="found" className="premium-refund">
      <h2 className="h2" id="found">
        {name}
      </h2>
      <p>{membership === null ? "A free member." : `${membership.name}. ${membership.until}.`}</p>
      {due.length === 0 ? (
        <p>{last === null ? "No payment was ever made." : lastWords(last)}</p>
      ) : (
        <Form
          method="post"
          action={`${GIVE_BACK_PATH}?${new URLSearchParams({ email: address })}`}
          className="premium-refund"
        >
          <input type="hidden" name="person" value={id} />
          <input type="hidden" name="payments" value={seen} />
          <p>Paid: {wordList(due.map(({ amount, day }) => `${amount} on ${day}`))}.</p>
          <button type="submit" className="button button-primary" disabled={isSending}>
            {isSending ? "Giving back…" : `Give ${sum} back`}
          </button>
        </Form>
      )}
    </section>
  );
}

function lastWords({ amount, day, isDisputed }: { amount: string; day: string; isDisputed: boolean }): string {
  const became = isDisputed ? "is disputed by the bank, which decides about it" : "was given back";
  return `The last payment, ${amount} on ${day}, ${became}.`;
}
