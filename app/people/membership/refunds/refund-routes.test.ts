import { RouterContextProvider } from "react-router";
import { expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { customers } from "#app/db/schema/billing.ts";
import type { Site } from "#app/platform/site.ts";
import { siteContext } from "#app/platform/site.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test } from "#tests/test-database.ts";

import * as deletion from "#app/people/members/profile/delete-account.route.tsx";
import { buildSite, buildSandboxProvider, SITE_URL, subscribe, storedSubscription } from "../billing-builders.ts";
import { startCheckout } from "../checkout/checkout.server.ts";
import * as adminRefunds from "./admin-refunds.route.tsx";
import { PROVIDER_CALLS_PER_MINUTE_MAX } from "../stripe/provider-limit.server.ts";
import * as refund from "./refund.route.tsx";
import { formatSeenPayments } from "../checkout/seen-payments.ts";
import * as subscription from "../plans/subscription.route.tsx";

test("a member's payment is refunded when the form names it, and an endless list of ids does no harm", async ({
  db,
}) => {
  const { viewer, userId, customerId } = await buildPayer(db);
  const site = buildSite(db, { viewer });
  const payments = formatSeenPayments(await buildSandboxProvider(db).listPayments(customerId));

  expect(await answerOf(refund, site, { do: "refund", payments: "" })).toMatchObject({ status: 400 });
  expect(await answerOf(refund, site, { payments })).toMatchObject({ status: 400 });
  const endless = "x,".repeat(100_000);
  expect(await answerOf(refund, site, { do: "refund", payments: endless + payments })).toMatchObject({ status: 409 });
  expect(await storedSubscription(db, userId)).toBeNull();

  const given = await answerOf(refund, site, { do: "refund", payments });

  expect(given).toMatchObject({ status: 200, data: { refunded: { given: "$20", notRefunded: null } } });
});

test.for([
  ["subscription", subscription, { tier: "VIP" }],
  ["subscription/refund", refund, { do: "refund", payments: "a" }],
] as const)("%s is limited per minute, and then answers when to try again", async ([, route, fields], { db }) => {
  const { viewer } = await buildPayer(db);
  const site = buildSite(db, { viewer });
  for (let count = 0; count < PROVIDER_CALLS_PER_MINUTE_MAX; count += 1) {
    expect(await answerOf(route, site, fields)).not.toMatchObject({ status: 429 });
  }

  const answer = await answerOf(route, site, fields);

  expect(answer).toMatchObject({ status: 429, data: { problem: expect.stringMatching(/Try again in \d+ seconds/) } });
});

test("a payment that became disputed isn't reported as refunded, to a member or an admin", async ({ db }) => {
  const stripe = new StripeDouble(db);
  const admin = await viewerOf(db, "admin");
  for (const requester of ["member", "admin"] as const) {
    const viewer = await viewerOf(db, "member");
    const site = buildSite(db, { viewer: requester === "admin" ? admin : viewer });
    const { provider } = stripe;
    const checkoutInput = {
      provider,
      userId: viewer.id,
      email: null,
      siteUrl: SITE_URL,
      tier: "vip",
      now: NOW,
    } as const;
    await stripe.pay((await startCheckout(db, checkoutInput)).url);
    const payments = formatSeenPayments(await provider.listPayments(await provider.makeCustomer(checkoutInput)));
    stripe.controls.refundError = "refund_disputed_payment";

    const answer =
      requester === "member"
        ? await answerOf(refund, site, { do: "refund", payments })
        : await answerOf(adminRefunds, site, { person: viewer.id, payments });

    expect(JSON.stringify(answer)).not.toMatch(/Refunded \$|way back|"given":"\$/);
    expect(JSON.stringify(answer)).toContain("$50");
  }
});

test("a member billed at a provider that isn't configured can't delete their account, and learns why", async ({
  db,
}) => {
  const viewer = await viewerOf(db, "member");
  await db.insert(customers).values({ userId: viewer.id, provider: "stripe", providerId: "cus_1", createdAt: NOW });

  const places: Record<string, string>[] = [{}, { SITE_URL: "https://rowhouse.example" }];
  for (const settings of places) {
    const answer = await answerOf(deletion, buildSite(db, { viewer, settings }), { word: "delete" });
    expect(answer).toMatchObject({ status: 409, data: { why: expect.stringContaining("Nothing is deleted") } });
  }
});

async function buildPayer(db: Database) {
  const viewer = await viewerOf(db, "member");
  return { viewer, userId: viewer.id, customerId: await subscribe(db, { userId: viewer.id }) };
}

async function viewerOf(db: Database, role: "member" | "admin"): Promise<NonNullable<Site["viewer"]>> {
  const user = await buildUser(db, { role });
  return { ...VIEWER, id: user.id, name: user.name, role };
}

const VIEWER = { email: null, tier: null, pictureUrl: null, session: { id: crypto.randomUUID(), expiresAt: NOW } };

type Handler = (given: { context: RouterContextProvider; request: Request; params: Record<string, string> }) => unknown;
const RouteModule = z.object({ action: z.custom<Handler>((value) => typeof value === "function") });
const RouteData = z.object({ data: z.unknown(), init: z.object({ status: z.number() }).nullable() });

/** A route action's answer to a form: its status and data, or the redirect. */
async function answerOf(route: object, site: Site, fields: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const request = new Request(SITE_URL, { method: "POST", body: new URLSearchParams(fields) });
  const result = await RouteModule.parse(route).action({ context, request, params: {} });
  if (result instanceof Response) return { status: result.status, data: result.headers.get("location") };
  const { data, init } = RouteData.parse(result);
  return { status: init?.status ?? 200, data };
}
