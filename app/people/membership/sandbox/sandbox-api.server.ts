import { createHash } from "node:crypto";

import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";

import type { SandboxCustomer } from "#app/db/columns/sandbox-columns.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { sandboxObjects } from "#app/db/schema/billing.ts";

import { CALLS, type CallInput, StripeRefusal } from "./sandbox-calls.ts";
import { sandboxControls } from "./sandbox-controls.ts";
import { sandboxId, toSeconds } from "./sandbox-objects.ts";
import { accountOf, runOneAtATime, openAccount, type OpenedAccount, saveAccount } from "./sandbox-store.server.ts";
import { chargeIdOf, type SandboxAccount } from "./sandbox-account.ts";

export type Sandbox = { db: Database; siteUrl: string; now: Date };

export const SANDBOX_KEY = "sk_test_sandbox";
/** The API version of the installed library. After an upgrade, check the shapes in `sandbox-calls.ts`. */
export const SANDBOX_VERSION = "2026-10-28.endive";

/** Stripe repeats its answer to an idempotency key for a day. Source: Stripe docs, idempotent requests. */
const KEY_SECONDS_MAX = 24 * 60 * 60;

export class ResponseDropped extends Error {}

type Answer = { status: number; body: unknown };

/**
 * Answers a call of Stripe's API from the sandbox's tables. It refuses what Stripe would refuse, and executes a call
 * with an idempotency key once.
 *
 * @throws AnswerLost, if a test wants it.
 */
export async function answerSandboxCall(sent: Request, sandbox: Sandbox): Promise<Response> {
  const controls = sandboxControls(sandbox.db);
  const url = new URL(sent.url);
  const params = Object.fromEntries(new URLSearchParams(url.search || (await sent.text())));
  const [, id = ""] =
    /^\/v1\/(?:customers|checkout\/sessions|subscriptions|payment_intents)\/(\w+)/.exec(url.pathname) ?? [];
  const name = `${sent.method} ${id === "" ? url.pathname : url.pathname.replace(id, ":id")}`;
  controls.onCall(name);
  const fault = controls.faults.shift();
  if (fault === "error") return respond({ status: 500, body: { error: { type: "api_error", message: "down" } } });
  const call = { name, params, id, siteUrl: sandbox.siteUrl };
  const answer = await runOneAtATime(sandbox.db, () =>
    sandbox.db.transaction((tx) => answerOnce(tx, { call, sandbox, headers: sent.headers })),
  );
  if (fault === "no-response") throw new ResponseDropped();
  return respond(answer);
}

type OnceInput = { call: Omit<CallInput, "account"> & { name: string }; sandbox: Sandbox; headers: Headers };

/** A call with an idempotency key is executed once; the same key for another call is refused. */
async function answerOnce(tx: Database, { call, sandbox, headers }: OnceInput): Promise<Answer> {
  const problem = problemOf(call, headers);
  if (problem !== null) return problem;
  const key = headers.get("idempotency-key");
  if (key === null) return (await execute(tx, call, sandbox)).answer;
  await lockAdvisory(tx, `sandbox:${key}`);
  const digest = createHash("sha256")
    .update(JSON.stringify([call.name, call.id, call.params]))
    .digest("hex");
  const created = toSeconds(sandbox.now);
  const [before] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, key));
  if (before?.object.object === "idempotency_key" && before.object.created > created - KEY_SECONDS_MAX) {
    const { status, body } = before.object;
    return before.object.digest === digest ? { status, body } : refuse(call.name, "idempotency_key_in_use");
  }
  const { answer, customerId } = await execute(tx, call, sandbox);
  const object = { id: key, object: "idempotency_key", created, digest, ...answer } as const;
  await tx
    .insert(sandboxObjects)
    .values({ id: key, customerId, object })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: { object } });
  return answer;
}

async function execute(
  tx: Database,
  call: OnceInput["call"],
  sandbox: Sandbox,
): Promise<{ answer: Answer; customerId: string | null }> {
  const opened = await accountOfCall(tx, call, sandbox);
  const customerId = opened?.account.customer.id ?? null;
  const account = opened?.account ?? newAccount({ id: "", deleted: true }, sandbox);
  try {
    return { answer: { status: 200, body: CALLS[call.name]?.answer({ ...call, account }) }, customerId };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { answer: refuse(call.name, error.code, { status: error.status, param: error.param }), customerId };
  } finally {
    if (opened !== null) await saveAccount(tx, opened);
  }
}

/** Refuses another key or version, and unknown calls and parameters. */
function problemOf({ name, params }: OnceInput["call"], headers: Headers): Answer | null {
  if (headers.get("authorization") !== `Bearer ${SANDBOX_KEY}`) return refuse(name, "api_key_invalid", { status: 401 });
  if (headers.get("stripe-version") !== SANDBOX_VERSION) return refuse(name, "another version");
  const parameters = CALLS[name]?.parameters;
  if (parameters === undefined) return refuse(name, "url_invalid", { status: 404 });
  const unknown = Object.keys(params).find((param) => !parameters.test(param));
  return unknown === undefined ? null : refuse(name, `parameter_unknown ${unknown}`);
}

function refuse(
  name: string,
  code: string,
  { status = 400, param }: { status?: number; param?: string | undefined } = {},
): Answer {
  const about = param === undefined ? {} : { param };
  return {
    status,
    body: { error: { type: "invalid_request_error", code, message: `${name}: ${code}`, ...about } },
  };
}

const NewCustomer = z.object({ email: z.string().nullable().default(null), "metadata[user_id]": z.uuid() });

/** The account that a call is about, or that it creates; null for none. */
async function accountOfCall(
  tx: Database,
  { name, params, id }: OnceInput["call"],
  sandbox: Sandbox,
): Promise<OpenedAccount | null> {
  if (name === "POST /v1/customers") {
    const { email, "metadata[user_id]": userId } = NewCustomer.parse(params);
    const account = newAccount({ id: sandboxId("cus"), email, metadata: { user_id: userId } }, sandbox);
    return { account, stored: new Map() };
  }
  const controls = sandboxControls(sandbox.db);
  const { customer, subscription, charge, payment_intent: intent } = params;
  const objectId = [id, customer, subscription, charge, intent].find((each) => each !== undefined && each !== "") ?? "";
  const [row] = await tx
    .select({ customerId: sql<string>`coalesce(${sandboxObjects.customerId}, ${sandboxObjects.id})` })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, chargeIdOf(objectId)));
  if (row === undefined || controls.foreignCustomers.has(row.customerId)) return null;
  return openAccount(tx, { customerId: row.customerId, now: sandbox.now, controls });
}

function newAccount(given: Partial<SandboxCustomer>, { db, now }: Sandbox): SandboxAccount {
  const customer: SandboxCustomer = {
    id: "",
    object: "customer",
    created: toSeconds(now),
    email: null,
    metadata: { user_id: "" },
    default_source: null,
    clock_ahead: 0,
    deleted: false,
    ...given,
  };
  return accountOf(customer, [], { now, controls: sandboxControls(db) });
}

function respond({ status, body }: Answer): Response {
  return Response.json(body, { status, headers: { "stripe-should-retry": "false" } });
}

/** Deletes idempotency keys that Stripe would have forgotten. */
export async function deleteOldKeys(db: Database, now: Date): Promise<void> {
  const isKey = sql`${sandboxObjects.object}->>'object' = 'idempotency_key'`;
  const created = sql<number>`(${sandboxObjects.object}->>'created')::bigint`;
  await db.delete(sandboxObjects).where(and(isKey, lt(created, toSeconds(now) - KEY_SECONDS_MAX)));
}
