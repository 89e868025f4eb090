import { expect, test } from "vitest";

import { AddressRateLimit } from "./address-rate-limit.ts";

const NOW = new Date("2026-11-21T17:00:00Z");

test("an address has its own minute, and waits for its end after the last request that is allowed", () => {
  const limit = new AddressRateLimit(2);
  const ask = (address: string, seconds = 0) => limit.secondsToWait(address, new Date(NOW.getTime() + seconds * 1_000));

  expect([ask("203.0.113.7"), ask("203.0.113.7", 20), ask("203.0.113.7", 20)]).toEqual([null, null, 40]);
  expect(ask("203.0.113.8", 20)).toBe(null);
  expect(ask("203.0.113.7", 60)).toBe(null);
});

test("all addresses of one IPv6 household count as one", () => {
  const limit = new AddressRateLimit(2);
  const household = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::9"];

  expect(household.map((address) => limit.secondsToWait(address, NOW))).toEqual([null, null, 60]);
  expect(limit.secondsToWait("2001:db8:1:3::1", NOW)).toBe(null);
});

test("a whole /48, of which one household has 65,536 parts, has eight times as many", () => {
  const limit = new AddressRateLimit(2);
  const households = Array.from({ length: 17 }, (_, index) => `2001:db8:1:${index.toString(16)}::1`);

  const waits = households.map((address) => limit.secondsToWait(address, NOW));

  expect(waits).toEqual([...Array.from({ length: 16 }, () => null), 60]);
  expect(limit.secondsToWait("2001:db8:2:0::1", NOW)).toBe(null);
});
