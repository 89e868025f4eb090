import { useState } from "react";
import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES, switchTag } from "#app/platform/switches.ts";
import { SectionMark } from "#app/ui/marks.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/subscription.route";
import { CHECKOUT_FAILED, PAYMENTS_NOT_SET_UP, PORTAL_FAILED } from "../billing-messages.ts";
import { getBillingProvider } from "../get-billing-provider.server.ts";
import {
  CREATE_CHECKOUT_API_PATH,
  CUSTOMER_PORTAL_API_PATH,
  REFUND_PATH,
  SUBSCRIPTION_PATH,
} from "../billing-paths.ts";
import { ProviderDown } from "../billing-provider.ts";
import { fetchBillingUrl } from "../checkout/fetch-billing-url.ts";
import { openPortal, startCheckout } from "../checkout/checkout.server.ts";
import { BillingFaq } from "./billing-faq.tsx";
import { summarizeMembership } from "../membership/membership-summary.ts";
import { countMembersGuides } from "#app/guide/guides/list/guide-cards.server.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { PlanCards } from "./plan-cards.tsx";
import { findPlanByName } from "./plans.ts";
import { PlanTable } from "./plan-table.tsx";
import { secondsUntilNextCall } from "../stripe/provider-limit.server.ts";
import { findMembership } from "../membership/find-membership.server.ts";

export const handle = { audience: "everyone", formRedirectsTo: "payment-provider" } satisfies RouteHandle;

/** The plans. Members also see their current plan and a button to manage it. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, now, page, viewer, switches } = site;
  page.tags.add(switchTag("checkout"));
  if (viewer !== null) page.isCacheable = false;
  const provider = getBillingProvider(site);
  return {
    membership: viewer === null ? null : summarizeMembership(await findMembership(db, viewer.id, now)),
    isSignedIn: viewer !== null,
    closed: !switches.isOn("checkout")
      ? SWITCH_OFF_MESSAGES.checkout
      : provider === null
        ? `${PAYMENTS_NOT_SET_UP}, so plans can’t be bought yet.`
        : null,
    isTest: provider?.isTest === true,
    membersGuides: await countMembersGuides(db, site),
  };
}

/**
 * `tier` is the name of a plan to buy; `do` is `manage`. This is the path without JavaScript; with it, the `/api`
 * calls do the same.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  const form = await readForm(request);
  const plan = findPlanByName(form.text("tier"));
  const isManaging = form.text("do") === "manage";
  if (site.viewer === null) {
    const headers = { "set-cookie": noticeCookie({ code: "sign-in-to-subscribe", item: null }) };
    return redirect(signInPath(SUBSCRIPTION_PATH), { status: 303, headers });
  }
  if (plan === null && !isManaging) return refuse(400, "Use one of the buttons on this page.");
  if (plan !== null && !site.switches.isOn("checkout")) return refuse(503, SWITCH_OFF_MESSAGES.checkout);
  const provider = getBillingProvider(site);
  if (provider === null) return refuse(503, `${PAYMENTS_NOT_SET_UP}.`);
  const { id: userId, email } = site.viewer;
  const seconds = secondsUntilNextCall(userId, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const input = { provider, userId, email, siteUrl: site.env.siteUrl, now: site.now };
  return plan === null
    ? redirectOrRefuse(site, PORTAL_FAILED, () => openPortal(site.db, input))
    : redirectOrRefuse(
        site,
        CHECKOUT_FAILED,
        async () => (await startCheckout(site.db, { ...input, tier: plan.tier })).url,
      );
}

async function redirectOrRefuse({ log }: Site, problem: string, urlOf: () => Promise<string | null>) {
  try {
    const url = await urlOf();
    return url === null ? refuse(409, problem) : redirect(url, 303);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, problem);
    return refuse(502, problem);
  }
}

function refuse(status: 400 | 409 | 429 | 502 | 503, problem: string) {
  return data({ problem }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Premium",
    description: "Three memberships from $5 a month: unlimited lists, members-only guides, and editors to ask.",
    path: SUBSCRIPTION_PATH,
  });

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, isSignedIn, closed, isTest, membersGuides } = loaderData;
  const { busy, problem, startCall } = useBillingCall();
  const currentProblem = problem ?? actionData?.problem ?? null;
  const choose = (name: string) =>
    startCall(name, { path: CREATE_CHECKOUT_API_PATH, body: { tier: name }, failure: CHECKOUT_FAILED });
  return (
    <div className="wrap premium">
      <div className="premium-head">
        <div>
          <SectionMark />
          <h1 className="d2">Know the city better than it knows itself.</h1>
        </div>
        <p>
          Most of the guide is free to read, and memberships keep it that way.
          {membersGuides > 0 &&
            ` ${pluralize(membersGuides, "guide")} so far ${membersGuides === 1 ? "is" : "are"} for members only.`}
        </p>
      </div>
      {membership !== null && <CurrentPlan membership={membership} busy={busy} startCall={startCall} />}
      <div aria-live="polite">{currentProblem !== null && <p className="form-problem">{currentProblem}</p>}</div>
      <PlanCards
        current={membership?.name ?? null}
        busy={busy}
        onChoose={isSignedIn ? choose : null}
        isForSale={closed === null}
      />
      <p className="premium-promise">
        {closed !== null ? (
          <b>{closed}</b>
        ) : (
          <>
            <b>Cancel anytime.</b> 30-day money-back guarantee. Prices in US dollars, billed monthly.
          </>
        )}
        {isTest && <span className="badge badge-river">Test mode: no card is charged</span>}
      </p>
      <section className="section" aria-labelledby="side-by-side">
        <SectionHead id="side-by-side" title="Compare plans" />
        <PlanTable />
      </section>
      <BillingFaq />
    </div>
  );
}

type BillingCall = { path: string; body: Record<string, string>; failure: string; isNewTab?: boolean };
type StartBillingCall = (name: string, input: BillingCall) => void;

/**
 * State of billing calls: the name of the busy button and the last problem. The button is re-enabled after every
 * outcome.
 */
function useBillingCall(): { busy: string | null; problem: string | null; startCall: StartBillingCall } {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const startCall: StartBillingCall = (name, { path, body, failure, isNewTab = false }) => {
    setBusy(name);
    setProblem(null);
    // Opened during the click, because browsers block tabs opened later.
    const tab = isNewTab ? window.open("", "_blank") : null;
    fetchBillingUrl(path, body)
      .then((url) => {
        if (url !== null) return (tab ?? window).location.assign(url);
        tab?.close();
        submitForm(body);
      })
      .catch((error: unknown) => {
        console.warn(failure, error);
        tab?.close();
        setProblem(failure);
      })
      .finally(() => setBusy(null));
  };
  return { busy, problem, startCall };
}

/** For an ended session: submits the form, and the server redirects to sign-in with a message. */
function submitForm(fields: Record<string, string>): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action: SUBSCRIPTION_PATH });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

function CurrentPlan({
  membership: { name, until, status },
  busy,
  startCall,
}: {
  membership: NonNullable<Route.ComponentProps["loaderData"]["membership"]>;
  busy: string | null;
  startCall: StartBillingCall;
}) {
  return (
    <section className="premium-standing" aria-label="Your membership">
      <p>
        <b>Your plan: {name}</b>
        <span className={status === "past-due" ? "premium-trouble" : "text-muted"}>{until}</span>
      </p>
      <form
        method="post"
        action={SUBSCRIPTION_PATH}
        target="_blank"
        onSubmit={(event) => {
          event.preventDefault();
          startCall("manage", {
            path: CUSTOMER_PORTAL_API_PATH,
            body: { do: "manage" },
            failure: PORTAL_FAILED,
            isNewTab: true,
          });
        }}
      >
        <button type="submit" className="button button-outline" name="do" value="manage" disabled={busy !== null}>
          {busy === "manage" ? "Loading..." : "Manage subscription"}
        </button>
      </form>
      <Link className="link" to={REFUND_PATH}>
        Get a refund
      </Link>
    </section>
  );
}
