import { z } from "zod";

import { parseJson } from "#app/lib/parse-json.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import type { Site } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { CHECKOUT_FAILED, PAYMENTS_NOT_SET_UP, PORTAL_FAILED, SIGN_IN_TO_SUBSCRIBE } from "./billing-messages.ts";
import { getBillingProvider } from "./get-billing-provider.server.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { openPortal, startCheckout } from "./checkout/checkout.server.ts";
import { findPlanByName, planOf, PLANS } from "./plans/plans.ts";
import { secondsUntilNextCall } from "./stripe/provider-limit.server.ts";
import { findMembership } from "./membership/find-membership.server.ts";

/** The longest plan name needs forty. */
const BODY_BYTES_MAX = 1_024;

/** Answers `POST /api/check-subscription` from the database; it doesn't ask the provider. */
export async function answerCheckSubscription(request: Request, site: Site): Promise<Response> {
  const caller = authorizeCall(request, site);
  if (caller instanceof Response) return caller;
  const membership = await findMembership(site.db, caller.id, site.now);
  const end = membership?.endsAt ?? membership?.renewsAt ?? null;
  return answer({
    subscribed: membership !== null,
    subscription_tier: membership === null ? null : planOf(membership.tier).name,
    subscription_end: end === null ? null : end.toISOString(),
  });
}

const CheckoutCall = z.object({ tier: z.string().max(100) });

/**
 * Answers `POST /api/create-checkout {tier}` with the URL of the checkout, or of the portal for members with a
 * subscription.
 */
export async function answerCreateCheckout(
  request: Request,
  site: Site,
  provider: BillingProvider | null = getBillingProvider(site),
): Promise<Response> {
  const caller = await authorizeProviderCall(request, { site, provider });
  if (caller instanceof Response) return caller;
  if (!site.switches.isOn("checkout"))
    return problemResponse(503, { detail: SWITCH_OFF_MESSAGES.checkout, requestId: site.requestId });
  const body = Buffer.from(await request.arrayBuffer());
  const read = body.length > BODY_BYTES_MAX ? null : CheckoutCall.safeParse(parseJson(body.toString("utf8")));
  const plan = read?.success === true ? findPlanByName(read.data.tier) : null;
  if (plan === null) {
    const names = PLANS.map(({ name }) => name).join(", ");
    return problemResponse(400, { detail: `Send {"tier": …}, one of: ${names}.`, requestId: site.requestId });
  }
  return orBadGateway(site, CHECKOUT_FAILED, async () => {
    const { url } = await startCheckout(site.db, { ...checkoutInputOf(site, caller), tier: plan.tier });
    return answer({ url });
  });
}

/** Answers `POST /api/customer-portal` with the URL where a customer changes, cancels and resumes a plan. */
export async function answerCustomerPortal(
  request: Request,
  site: Site,
  provider: BillingProvider | null = getBillingProvider(site),
): Promise<Response> {
  const caller = await authorizeProviderCall(request, { site, provider });
  if (caller instanceof Response) return caller;
  return orBadGateway(site, PORTAL_FAILED, async () => {
    const url = await openPortal(site.db, checkoutInputOf(site, caller));
    if (url !== null) return answer({ url });
    return problemResponse(409, { detail: PORTAL_FAILED, requestId: site.requestId });
  });
}

type AuthorizedCall = { viewer: Viewer; provider: BillingProvider };

function checkoutInputOf({ env, now }: Site, { viewer, provider }: AuthorizedCall) {
  return { provider, userId: viewer.id, email: viewer.email, siteUrl: env.siteUrl, now };
}

/** The signed-in viewer, or the response that refuses the call. */
function authorizeCall(request: Request, { viewer, requestId }: Site): Viewer | Response {
  if (request.method !== "POST") {
    return problemResponse(405, { detail: "Send a POST request.", requestId, headers: { allow: "POST" } });
  }
  return viewer ?? problemResponse(401, { detail: SIGN_IN_TO_SUBSCRIBE, requestId });
}

async function authorizeProviderCall(
  request: Request,
  { site, provider }: { site: Site; provider: BillingProvider | null },
): Promise<AuthorizedCall | Response> {
  const { requestId, now } = site;
  const viewer = authorizeCall(request, site);
  if (viewer instanceof Response) return viewer;
  const seconds = secondsUntilNextCall(viewer.id, now);
  if (seconds !== null) {
    const headers = { "retry-after": String(seconds) };
    return problemResponse(429, { detail: `Try again in ${seconds} s.`, requestId, headers });
  }
  if (provider === null) return problemResponse(503, { detail: `${PAYMENTS_NOT_SET_UP}.`, requestId });
  return { viewer, provider };
}

async function orBadGateway(
  { log, requestId }: Site,
  detail: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, detail);
    return problemResponse(502, { detail, requestId });
  }
}

function answer(body: unknown): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
