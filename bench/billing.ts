import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { addUsers } from "#app/people/accounts/users.server.ts";
import { pendingEvents, subscribe } from "#app/people/membership/billing-builders.ts";
import { getSandboxSecret } from "#app/people/membership/sandbox/sandbox-store.server.ts";
import { SIGNATURE_HEADER, signBody } from "#app/people/membership/stripe/webhook-signature.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import { prepareDatabase } from "../cli/prepare-database.ts";
import { startBuiltSite } from "./built-site.ts";
import { describeTimes } from "./quantile.ts";

const PEOPLE = 200;
const CHECKS = 1_000;
const WEBHOOKS = 1_000;
const SENDERS = 4;

/** The cost of checking a membership, and the throughput of provider webhooks: over HTTP, with signatures. */
export async function billing(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  const { tokens, events, secret } = await prepare(dataDir);
  const site = await startBuiltSite({ dataDir });
  const cookieName = `rowhouse-session-${new URL(site.url).port}`;

  const startedAt = performance.now();
  let next = 0;
  const send = async () => {
    while (next < WEBHOOKS) {
      next += 1;
      await sendWebhook(site.url, { event: events[next % events.length] ?? "", id: `evt_bench_${next}`, secret });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`webhooks: ${Math.round(WEBHOOKS / seconds)} per second (${WEBHOOKS} events, ${SENDERS} concurrent)`);

  // The webhooks above have created the memberships.
  const times: number[] = [];
  for (let count = 0; count < CHECKS; count += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${site.url}/api/check-subscription`, {
      method: "POST",
      headers: { cookie: `${cookieName}=${tokens[count % tokens.length]}` },
    });
    if (!(await response.text()).includes('"subscribed":true'))
      throw new Error(`The membership check answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  console.log(`check-subscription: ${describeTimes(times)}`);
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A trial's database with members who have each subscribed and signed in, and the provider's pending events. */
async function prepare(dataDir: string) {
  const log = createLogger({ level: "silent" });
  const opened = await prepareDatabase(readEnv({ DATA_DIR: dataDir }), log, "trial");
  const { db } = opened;
  const now = new Date();
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    id: crypto.randomUUID(),
    name: `Member ${number}`,
    joinedAt: now,
  }));
  await addUsers(db, people);
  const tokens: string[] = [];
  for (const { id: userId } of people) {
    await subscribe(db, { userId, now });
    tokens.push(await startSession(db, { userId, browser: "A browser", now }));
  }
  const prepared = { tokens, events: await pendingEvents(db), secret: await getSandboxSecret(db) };
  await opened.close();
  return prepared;
}

/** The same event with another id counts as another event. */
async function sendWebhook(url: string, { event, id, secret }: { event: string; id: string; secret: string }) {
  const body = event.replace(/"id":"[^"]*"/, `"id":"${id}"`);
  if (!body.includes(id)) throw new Error(`The event has no id that can be changed: ${event.slice(0, 100)}`);
  const headers = {
    "content-type": "application/json",
    [SIGNATURE_HEADER]: signBody(body, { secret, at: new Date() }),
  };
  const response = await fetch(`${url}/api/webhooks/stripe`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`An event was refused with ${response.status}`);
}
