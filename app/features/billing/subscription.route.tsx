import "#app/own-pages.css";

import { useState } from "react";
import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SectionMark } from "#app/ui/marks.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { signInPath } from "../accounts/return-path.ts";
import type { Route } from "./+types/subscription.route";
import { CHECKOUT_FAILED, PAYMENTS_NOT_SET_UP, PORTAL_FAILED } from "./billing-messages.ts";
import { billingOf } from "./billing-of.server.ts";
import { CREATE_CHECKOUT_PATH, PORTAL_CALL_PATH, REFUND_PATH, SUBSCRIPTION_PATH } from "./billing-paths.ts";
import { ProviderDown } from "./billing-provider.ts";
import { askForUrl } from "./call-billing.ts";
import { openPortal, startCheckout } from "./checkout.server.ts";
import { FairQuestions } from "./fair-questions.tsx";
import { membershipWords } from "./membership-words.ts";
import { PlanCards } from "./plan-cards.tsx";
import { planNamed } from "./plans.ts";
import { PlanTable } from "./plan-table.tsx";
import { tooOften, waitForProvider } from "./provider-limit.server.ts";
import { membershipOf } from "./standing.server.ts";

/** The plans, for everybody; whoever has one sees which, and the way to change it. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, now, page, viewer } = site;
  if (viewer !== null) page.keep = false;
  const provider = billingOf(site);
  return {
    membership: viewer === null ? null : membershipWords(await membershipOf(db, viewer.id, now)),
    isSignedIn: viewer !== null,
    payments: provider === null ? ("none" as const) : provider.isTest ? ("test" as const) : ("real" as const),
  };
}

/** `tier` is a plan's name, to be paid; `do` is `manage`. Works without script, as the calls under `/api` do with it. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const form = await readForm(request);
  const plan = planNamed(form.text("tier"));
  const isManaging = form.text("do") === "manage";
  if (site.viewer === null) {
    const headers = { "set-cookie": noticeCookie({ code: "sign-in-to-subscribe", item: null }) };
    return redirect(signInPath(SUBSCRIPTION_PATH), { status: 303, headers });
  }
  if (plan === null && !isManaging) return refused(400, "Nothing was asked for. Please use one of the buttons.");
  const provider = billingOf(site);
  if (provider === null) return refused(503, `${PAYMENTS_NOT_SET_UP}.`);
  const { id: userId, email } = site.viewer;
  const seconds = waitForProvider(userId, site.now);
  if (seconds !== null) return refused(429, tooOften(seconds));
  const asking = { provider, userId, email, siteUrl: site.env.siteUrl, now: site.now };
  return plan === null
    ? orRefused(site, PORTAL_FAILED, () => openPortal(site.db, asking))
    : orRefused(site, CHECKOUT_FAILED, async () => (await startCheckout(site.db, { ...asking, tier: plan.tier })).url);
}

async function orRefused({ log }: Site, problem: string, urlOf: () => Promise<string | null>) {
  try {
    const url = await urlOf();
    return url === null ? refused(409, problem) : redirect(url, 303);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, problem);
    return refused(502, problem);
  }
}

function refused(status: 400 | 409 | 429 | 502 | 503, problem: string) {
  return data({ problem }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Premium",
    description: "Three memberships from $5 a month: unlimited lists, guides for members, and people to ask.",
    path: SUBSCRIPTION_PATH,
  });

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, isSignedIn, payments } = loaderData;
  const { busy, problem, ask } = useBillingCall();
  const shownProblem = problem ?? actionData?.problem ?? null;
  const choose = (name: string) =>
    ask(name, { path: CREATE_CHECKOUT_PATH, body: { tier: name }, failure: CHECKOUT_FAILED });
  return (
    <div className="wrap premium">
      <div className="premium-head">
        <div>
          <SectionMark />
          <h1 className="d2">Know the city better than it knows itself.</h1>
        </div>
        <p>The guide is free to read. Membership pays for the people who walk the blocks and check the hours.</p>
      </div>
      {membership !== null && <Standing membership={membership} busy={busy} ask={ask} />}
      <div aria-live="polite">{shownProblem !== null && <p className="form-problem">{shownProblem}</p>}</div>
      <PlanCards
        current={membership?.name ?? null}
        busy={busy}
        onChoose={isSignedIn ? choose : null}
        isForSale={payments !== "none"}
      />
      <p className="premium-promise">
        {payments === "none" ? (
          <b>{PAYMENTS_NOT_SET_UP}, so nothing can be bought here yet.</b>
        ) : (
          <>
            <b>Cancel anytime.</b> 30-day money-back guarantee. Prices in US dollars, billed monthly.
          </>
        )}
        {payments === "test" && <span className="badge badge-river">Test mode: no card is charged</span>}
      </p>
      <section className="section" aria-labelledby="side-by-side">
        <SectionHead id="side-by-side" title="Side by side" />
        <PlanTable />
      </section>
      <FairQuestions />
    </div>
  );
}

type Asking = { path: string; body: Record<string, string>; failure: string; isNewTab?: boolean };
type Ask = (name: string, asking: Asking) => void;

/** What is under way, by its button's name, and what went wrong. Whatever happens, the button is free again after it. */
function useBillingCall(): { busy: string | null; problem: string | null; ask: Ask } {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask: Ask = (name, { path, body, failure, isNewTab = false }) => {
    setBusy(name);
    setProblem(null);
    // Opened within the click: later the browser would take it for one that nobody asked for.
    const tab = isNewTab ? window.open("", "_blank") : null;
    askForUrl(path, body)
      .then((url) => {
        if (url !== null) return (tab ?? window).location.assign(url);
        tab?.close();
        sendForm(body);
      })
      .catch((error: unknown) => {
        console.warn(failure, error);
        tab?.close();
        setProblem(failure);
      })
      .finally(() => setBusy(null));
  };
  return { busy, problem, ask };
}

/** Signed out meanwhile: the form itself leads to signing in, and says why. */
function sendForm(fields: Record<string, string>): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action: SUBSCRIPTION_PATH });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

function Standing({
  membership: { name, until, status },
  busy,
  ask,
}: {
  membership: NonNullable<Route.ComponentProps["loaderData"]["membership"]>;
  busy: string | null;
  ask: Ask;
}) {
  return (
    <section className="premium-standing" aria-label="Your membership">
      <p>
        <b>Your plan: {name}</b>
        <span className={status === "past-due" ? "premium-trouble" : "text-stone-5"}>{until}</span>
      </p>
      <form
        method="post"
        action={SUBSCRIPTION_PATH}
        target="_blank"
        onSubmit={(event) => {
          event.preventDefault();
          ask("manage", { path: PORTAL_CALL_PATH, body: { do: "manage" }, failure: PORTAL_FAILED, isNewTab: true });
        }}
      >
        <button type="submit" className="button button-outline" name="do" value="manage" disabled={busy !== null}>
          {busy === "manage" ? "Loading..." : "Manage subscription"}
        </button>
      </form>
      <Link className="link" to={REFUND_PATH}>
        Money back
      </Link>
    </section>
  );
}
