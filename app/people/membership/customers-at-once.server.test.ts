import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { buildUser, NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";

import { buildSandboxProvider } from "./billing-builders.ts";
import { findOrCreateCustomer } from "./checkout/checkout.server.ts";

const AT_ONCE = 20;

/**
 * A slow index between the other two: the first writer's row becomes visible in the index of the provider's id well
 * before the one of the user. On a busy server this happens by chance.
 */
const SLOW_INDEX = sql`
  create function slow(id uuid) returns uuid immutable language plpgsql
    as $$ begin perform pg_sleep(0.2); return id; end $$;
  create index customers_slow on customers (slow(user_id));
  alter table customers drop constraint customers_pkey cascade;
  alter table customers add primary key (user_id, provider);
`;

test("twenty concurrent checkouts create one customer", async () => {
  const [{ db }] = await migratedDatabase();
  await db.execute(SLOW_INDEX);
  const checkoutInput = { provider: buildSandboxProvider(db), userId: (await buildUser(db)).id, email: null, now: NOW };

  const customerIds = await Promise.all(Array.from({ length: AT_ONCE }, () => findOrCreateCustomer(db, checkoutInput)));

  expect(new Set(customerIds).size).toBe(1);
});
