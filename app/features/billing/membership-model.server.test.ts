import fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCustomers } from "#app/db/schema/billing.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { pendingEvents, sandboxAt, SITE_URL, subscribe, sendEvent, writtenOf } from "./billing-builders.ts";
import { ProviderDown } from "./billing-provider.ts";
import { cancelForLeaver, startCheckout } from "./checkout.server.ts";
import { accessEnd } from "./membership.ts";
import { TIERS } from "./plans.ts";
import { refundablePayments, refundPayments } from "./refund.server.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  cancelNow,
  changeCard,
  changePlan,
  lastSandboxPayment,
  payCheckout,
  resume,
  takeBack,
} from "./sandbox-account.server.ts";
import { SANDBOX_CARDS } from "./sandbox-cards.ts";
import { chooseSubscription, standingOf, syncDueMemberships } from "./sync-membership.server.ts";

/** One of the things that happen, at the provider's or on the way from there. */
type Step =
  | { do: "subscribe"; tier: (typeof TIERS)[number]; card: (typeof SANDBOX_CARDS)[number]["id"] }
  | { do: "change"; tier: (typeof TIERS)[number] }
  | { do: "card"; card: (typeof SANDBOX_CARDS)[number]["id"] }
  | { do: "advance"; step: "day" | "renewal" | "grace" }
  | { do: "cancel" | "cancel-now" | "resume" | "refund" | "dispute" | "leave" | "sync" | "two-checkouts" }
  /** An event comes, now or long ago, whichever; the process may die on the way, at one of its writes. */
  | { do: "hear"; which: number; diesAt: number | null; isDown: boolean };

const tier = fc.constantFrom(...TIERS);
const card = fc.constantFrom(...SANDBOX_CARDS.map(({ id }) => id));
const hear = fc.record({
  do: fc.constant("hear" as const),
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
    { weight: 8, arbitrary: hear },
  ),
  { minLength: 5, maxLength: 25 },
);

const RUNS = process.env["PROVE"] === "1" ? 1_000 : 12;

test(
  "whatever happens and however it is heard of, we end up with what the provider says",
  { timeout: 1_800_000 },
  async ({ db }) => {
    const seen = { steps: 0, deaths: 0, refusals: 0, running: 0 };
    await fc.assert(
      fc.asyncProperty(Steps, async (steps) => {
        await undone(db, (tx) => runSequence(tx, steps, seen));
      }),
      { seed: 20261122, numRuns: RUNS, endOnFailure: process.env["PROVE"] !== "1" },
    );

    // The property would hold of nothing happening too.
    expect(Math.min(seen.deaths, seen.refusals, seen.running)).toBeGreaterThan(RUNS / 25);
    if (process.env["PROVE"] === "1") console.info(`figure: ${RUNS} sequences of billing ${JSON.stringify(seen)}`);
  },
);

class Undone extends Error {}

/** Each sequence finds the database as the first did: a thousand of them leave nobody behind to be looked at. */
async function undone(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await work(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

type Seen = { steps: number; deaths: number; refusals: number; running: number };

async function runSequence(db: Database, steps: Step[], seen: Seen): Promise<void> {
  const { id: userId } = await buildUser(db);
  const heard = new Set<string>();
  const own = async () => pendingEvents(db, await customerIdOf(db, userId));
  for (const step of steps) {
    seen.steps += 1;
    await takeStep(db, { step, userId, own, heard, seen });
    await expectOneRunning(db, userId);
  }
  // Whatever is sent again and again is heard in the end, in any order; what is lost for good is found by looking.
  const rest = (await own()).filter((body) => !heard.has(body));
  for (const body of rest.filter((_, index) => index % 2 === steps.length % 2).toReversed()) await sendEvent(db, body);
  await expectNoMoreThanProvider(db, userId);
  await syncDueMemberships(db, { provider: sandboxAt(db), now: new Date(NOW.getTime() + 2 * 24 * 60 * 60_000) });

  const said = await providerSays(db, userId);
  const written = await writtenOf(db, userId);
  if (written !== null && accessEnd(written) !== null) seen.running += 1;
  expect(written).toEqual(said === null ? null : { userId, ...said });
}

/** What was looked at once is never better than what the provider has said at some time: no event gives by itself. */
async function expectNoMoreThanProvider(db: Database, userId: string): Promise<void> {
  const written = await writtenOf(db, userId);
  if (written !== null) expect(await idsAtProvider(db, userId)).toContain(written.providerId);
}

async function expectOneRunning(db: Database, userId: string): Promise<void> {
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return;
  const listed = await sandboxAt(db).listSubscriptions(customerId);
  expect(listed.filter(({ status }) => status !== "ended").length).toBeLessThan(2);
}

type Taking = { step: Step; userId: string; own: () => Promise<string[]>; heard: Set<string>; seen: Seen };

async function takeStep(db: Database, { step, userId, own, heard, seen }: Taking): Promise<void> {
  if (step.do === "hear") return hearOne(db, { step, bodies: await own(), heard, seen });
  if (step.do === "subscribe") return void (await subscribe(db, { userId, tier: step.tier, card: step.card }));
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return;
  const acting = { customerId, now: NOW };
  const provider = sandboxAt(db);
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
  switch (step.do) {
    case "change":
      return void (await changePlan(db, { ...acting, tier: step.tier }));
    case "card":
      return void (await changeCard(db, { ...acting, card: step.card }));
    case "advance":
      return advanceClock(db, { ...acting, step: step.step });
    case "cancel":
      return void (await cancelAtPeriodEnd(db, acting));
    case "cancel-now":
      return void (await cancelNow(db, acting));
    case "resume":
      return void (await resume(db, acting));
    case "refund":
      return refundSeen(db, asking);
    case "dispute": {
      const payment = await lastSandboxPayment(db, customerId);
      if (payment !== null) await takeBack(db, { ...acting, paymentId: payment.id, status: "disputed" });
      return;
    }
    case "leave":
      return cancelForLeaver(db, asking);
    case "two-checkouts":
      return payBoth(db, asking, customerId);
    case "sync":
      return void (await syncDueMemberships(db, { provider, now: NOW }));
  }
}

/** All of it or nothing: afterwards nothing that could be given back is left, and nothing runs. */
async function refundSeen(
  db: Database,
  asking: Pick<Parameters<typeof startCheckout>[1], "provider" | "userId" | "now">,
) {
  const asker = { ...asking, by: "member" } as const;
  const seen = (await refundablePayments(db, asker)).map(({ id }) => id);
  const { outcome } = await refundPayments(db, { ...asker, seen });
  if (outcome !== "refunded") return;
  expect(await refundablePayments(db, asker)).toEqual([]);
  const customerId = (await customerIdOf(db, asking.userId)) ?? "";
  const listed = await asking.provider.listSubscriptions(customerId);
  expect(listed.filter(({ status }) => status !== "ended")).toEqual([]);
}

/** Two tabs, each with a checkout of its own, and both are paid. */
async function payBoth(
  db: Database,
  asking: Omit<Parameters<typeof startCheckout>[1], "tier">,
  customerId: string,
): Promise<void> {
  const one = await startCheckout(db, { ...asking, tier: "vip" });
  const two = await startCheckout(db, { ...asking, tier: "local-explorer" });
  for (const { url } of [one, two]) {
    const checkoutId = url.split("/").at(-1) ?? "";
    await payCheckout(db, { customerId, checkoutId, card: "works", isConfirmed: true, now: NOW });
  }
}

/** One event arrives. Where the process dies on the way, everything committed until then stays. */
async function hearOne(
  db: Database,
  {
    step,
    bodies,
    heard,
    seen,
  }: { step: Extract<Step, { do: "hear" }>; bodies: string[]; heard: Set<string>; seen: Seen },
): Promise<void> {
  const body = bodies[step.which % Math.max(1, bodies.length)];
  if (body === undefined) return;
  const provider = sandboxAt(db);
  const down = () => Promise.reject(new ProviderDown("down"));
  const asked = step.isDown && step.which % 3 === 0 ? { ...provider, listSubscriptions: down } : provider;
  const mortal = step.diesAt === null ? db : dyingAt(db, step.diesAt);
  try {
    const { status } = await sendEvent(mortal, body, { provider: asked });
    if (status === 200) heard.add(body);
    else seen.refusals += 1;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    seen.deaths += 1;
  }
}

class Died extends Error {}

/** The database of a process that dies at its so-manieth statement or transaction: whatever came before is committed. */
function dyingAt(db: Database, count: number): Database {
  let left = count;
  return new Proxy(db, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== "function" || typeof name !== "string" || !STATEMENTS.has(name)) return found;
      return (...given: unknown[]): unknown => {
        left -= 1;
        if (left === 0) throw new Died("killed");
        return Reflect.apply(found, target, given);
      };
    },
  });
}

const STATEMENTS = new Set(["select", "insert", "update", "delete", "transaction", "execute"]);

async function customerIdOf(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sandboxCustomers.id })
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.reference, userId));
  return row?.id ?? null;
}

async function providerSays(db: Database, userId: string) {
  const customerId = await customerIdOf(db, userId);
  if (customerId === null) return null;
  const { kept } = chooseSubscription(await sandboxAt(db).listSubscriptions(customerId));
  return kept === null ? null : { provider: "sandbox", ...standingOf(kept) };
}

async function idsAtProvider(db: Database, userId: string): Promise<string[]> {
  const customerId = await customerIdOf(db, userId);
  return customerId === null ? [] : (await sandboxAt(db).listSubscriptions(customerId)).map(({ id }) => id);
}
