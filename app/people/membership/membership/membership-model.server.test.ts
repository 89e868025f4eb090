import fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { sandboxObjects } from "#app/db/schema/billing.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test, withRollback } from "#tests/test-database.ts";

import {
  pendingEvents,
  buildSandboxProvider,
  inSandbox,
  payInSandbox,
  SITE_URL,
  subscribe,
  sendEvent,
  storedSubscription,
} from "../billing-builders.ts";
import { ProviderDown } from "../billing-provider.ts";
import { stopBillingBeforeDeletion, startCheckout } from "../checkout/checkout.server.ts";
import { accessEndsAt } from "./membership.ts";
import { TIERS } from "#app/core/entitlements/entitlements.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { refundablePayments, refundPayments } from "../refunds/refund.server.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  cancelNow,
  changeCard,
  changePlan,
  disputeLastPayment,
  resumeSubscription,
} from "../sandbox/sandbox-actions.ts";
import { SANDBOX_CARDS } from "../sandbox/sandbox-cards.ts";
import { chooseSubscription, toSubscriptionColumns, syncDueMemberships } from "./sync-membership.server.ts";

/** One step of a sequence, at the provider or on the way from there. */
type Step =
  | { do: "subscribe"; tier: (typeof TIERS)[number]; card: (typeof SANDBOX_CARDS)[number]["id"] }
  | { do: "change"; tier: (typeof TIERS)[number] }
  | { do: "card"; card: (typeof SANDBOX_CARDS)[number]["id"] }
  | { do: "advance"; step: "day" | "renewal" | "grace" }
  | { do: "cancel" | "cancel-now" | "resume" | "refund" | "dispute" | "leave" | "sync" | "two-checkouts" }
  /** An event arrives, in any order; the process may die at one of its writes. */
  | { do: "receive"; which: number; diesAt: number | null; isDown: boolean };

const tier = fc.constantFrom(...TIERS);
const card = fc.constantFrom(...SANDBOX_CARDS.map(({ id }) => id));
const receiveStep = fc.record({
  do: fc.constant("receive" as const),
  which: fc.nat(1_000),
  diesAt: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 3 }),
  isDown: fc.boolean().map((isDown) => isDown),
});
const Steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant("subscribe" as const), tier, card }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("change" as const), tier }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("card" as const), card }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant("advance" as const),
        step: fc.constantFrom("day" as const, "renewal" as const, "grace" as const),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom(
          ...(["cancel", "cancel-now", "resume", "refund", "dispute", "leave", "sync", "two-checkouts"] as const),
        ),
      }),
    },
    { weight: 8, arbitrary: receiveStep },
  ),
  { minLength: 5, maxLength: 25 },
);

const RUNS = process.env["PROVE"] === "1" ? 1_000 : 12;

test(
  "after any sequence of events, crashes and retries the database matches the provider",
  { timeout: 1_800_000 },
  async ({ db }) => {
    const seen = { steps: 0, deaths: 0, refusals: 0, running: 0 };
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        await withRollback(db, (tx) => runSequence(tx, steps, seen));
      }),
      { seed: 20261122, numRuns: RUNS, endOnFailure: process.env["PROVE"] !== "1" },
    );

    // The property would also hold if nothing happened.
    expect(Math.min(seen.deaths, seen.refusals, seen.running)).toBeGreaterThan(RUNS / 25);
    if (process.env["PROVE"] === "1") console.info(`figure: ${RUNS} sequences of billing ${JSON.stringify(seen)}`);
  },
);

type Seen = { steps: number; deaths: number; refusals: number; running: number };

async function runSequence(db: Database, steps: Step[], seen: Seen): Promise<void> {
  const { id: userId } = await buildUser(db);
  const received = new Set<string>();
  const own = async () => pendingEvents(db, await customerIdOf(db, userId));
  for (const step of steps) {
    seen.steps += 1;
    await takeStep(db, { step, userId, own, received, seen });
    await expectOneRunning(db, userId);
  }
  // Retried events arrive in the end, in any order; the job finds what lost ones would have said.
  const rest = (await own()).filter((body) => !received.has(body));
  for (const body of rest.filter((_, index) => index % 2 === steps.length % 2).toReversed()) await sendEvent(db, body);
  await expectNoMoreThanProvider(db, userId);
  await syncDueMemberships(db, {
    provider: buildSandboxProvider(db),
    now: new Date(NOW.getTime() + 2 * DAY_MS),
  });

  const atProvider = await subscriptionAtProvider(db, userId);
  const stored = await storedSubscription(db, userId);
  if (stored !== null && accessEndsAt(stored) !== null) seen.running += 1;
  expect(stored).toEqual(atProvider === null ? null : { userId, ...atProvider });
}

/** A stored subscription exists at the provider: no event creates one by itself. */
async function expectNoMoreThanProvider(db: Database, userId: string): Promise<void> {
  const stored = await storedSubscription(db, userId);
  if (stored !== null) expect(await idsAtProvider(db, userId)).toContain(stored.providerId);
}

async function expectOneRunning(db: Database, userId: string): Promise<void> {
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return;
  const listed = await buildSandboxProvider(db).listSubscriptions(customerId);
  expect(listed.filter(({ status }) => status !== "ended").length).toBeLessThan(2);
}

type StepInput = { step: Step; userId: string; own: () => Promise<string[]>; received: Set<string>; seen: Seen };

async function takeStep(db: Database, { step, userId, own, received, seen }: StepInput): Promise<void> {
  if (step.do === "receive") return receiveEvent(db, { step, bodies: await own(), received, seen });
  if (step.do === "subscribe") return void (await subscribe(db, { userId, tier: step.tier, card: step.card }));
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return;
  const provider = buildSandboxProvider(db);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
  switch (step.do) {
    case "change":
      return void (await inSandbox(db, customerId, (account) => changePlan(account, step.tier)));
    case "card":
      return void (await inSandbox(db, customerId, (account) => changeCard(account, step.card)));
    case "advance":
      return inSandbox(db, customerId, (account) => advanceClock(account, step.step));
    case "cancel":
      return void (await inSandbox(db, customerId, cancelAtPeriodEnd));
    case "cancel-now":
      return void (await inSandbox(db, customerId, cancelNow));
    case "resume":
      return void (await inSandbox(db, customerId, resumeSubscription));
    case "refund":
      return refundSeen(db, checkoutInput);
    case "dispute":
      return void (await inSandbox(db, customerId, disputeLastPayment));
    case "leave":
      return stopBillingBeforeDeletion(db, checkoutInput);
    case "two-checkouts":
      return payBoth(db, checkoutInput, customerId);
    case "sync":
      return void (await syncDueMemberships(db, { provider, now: NOW }));
  }
}

/** Afterwards no refundable payment is left, and nothing runs. */
async function refundSeen(
  db: Database,
  checkoutInput: Pick<Parameters<typeof startCheckout>[1], "provider" | "userId" | "now">,
) {
  const refundInput = { ...checkoutInput, by: "member" } as const;
  const seen = (await refundablePayments(db, refundInput)).map(({ id }) => id);
  const { outcome } = await refundPayments(db, { ...refundInput, seen });
  if (outcome !== "refunded") return;
  expect(await refundablePayments(db, refundInput)).toEqual([]);
  const customerId = (await customerIdOf(db, checkoutInput.userId)) ?? "";
  const listed = await checkoutInput.provider.listSubscriptions(customerId);
  expect(listed.filter(({ status }) => status !== "ended")).toEqual([]);
}

/** Two tabs with a checkout each, and both are paid. */
async function payBoth(
  db: Database,
  checkoutInput: Omit<Parameters<typeof startCheckout>[1], "tier">,
  customerId: string,
): Promise<void> {
  const one = await startCheckout(db, { ...checkoutInput, tier: "vip" });
  const two = await startCheckout(db, { ...checkoutInput, tier: "local-explorer" });
  for (const { url } of [one, two]) await payInSandbox(db, { url, customerId });
}

/** Delivers one event. If the process dies on the way, what was committed stays. */
async function receiveEvent(
  db: Database,
  {
    step,
    bodies,
    received,
    seen,
  }: { step: Extract<Step, { do: "receive" }>; bodies: string[]; received: Set<string>; seen: Seen },
): Promise<void> {
  const body = bodies[step.which % Math.max(1, bodies.length)];
  if (body === undefined) return;
  const provider = buildSandboxProvider(db);
  const down = () => Promise.reject(new ProviderDown("down"));
  const flakyProvider = step.isDown && step.which % 3 === 0 ? { ...provider, listSubscriptions: down } : provider;
  const dyingDb = step.diesAt === null ? db : dyingAt(db, step.diesAt);
  try {
    const { status } = await sendEvent(dyingDb, body, { provider: flakyProvider });
    if (status === 200) received.add(body);
    else seen.refusals += 1;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    seen.deaths += 1;
  }
}

class Died extends Error {}

/** The database of a process that dies at the given statement or transaction; earlier ones are committed. */
function dyingAt(db: Database, count: number): Database {
  let left = count;
  return new Proxy(db, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== "function" || typeof name !== "string" || !STATEMENTS.has(name)) return found;
      return (...args: unknown[]): unknown => {
        left -= 1;
        if (left === 0) throw new Died("killed");
        return Reflect.apply(found, target, args);
      };
    },
  });
}

const STATEMENTS = new Set(["select", "insert", "update", "delete", "transaction", "execute"]);

async function customerIdOf(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sandboxObjects.id })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.userId, userId));
  return row?.id ?? null;
}

async function subscriptionAtProvider(db: Database, userId: string) {
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return null;
  const { current } = chooseSubscription(await buildSandboxProvider(db).listSubscriptions(customerId));
  return current === null ? null : { provider: "sandbox", ...toSubscriptionColumns(current) };
}

async function idsAtProvider(db: Database, userId: string): Promise<string[]> {
  const customerId = await customerIdOf(db, userId);
  return customerId === null ? [] : (await buildSandboxProvider(db).listSubscriptions(customerId)).map(({ id }) => id);
}
