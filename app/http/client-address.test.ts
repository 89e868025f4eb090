import { expect, test } from "vitest";

import { addressOf } from "./client-address.ts";

test("without trusted proxies the socket's address counts, whatever the header says", () => {
  expect(address("203.0.113.7", {}, [])).toBe("203.0.113.7");
  expect(address("203.0.113.7", { "x-forwarded-for": "198.51.100.1, 127.0.0.1" }, [])).toBe("203.0.113.7");
});

test("behind a trusted proxy the last address that isn't a proxy counts, not what a visitor wrote before it", () => {
  const visitor = address("10.0.0.1", { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, ["10.0.0.1"]);
  const behindTwo = address("10.0.0.1", { "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.0.0.2" }, [
    "10.0.0.1",
    "10.0.0.2",
  ]);

  expect(visitor).toBe("203.0.113.7");
  expect(behindTwo).toBe("203.0.113.7");
});

test("a proxy that sends no other address counts as the visitor", () => {
  expect(address("10.0.0.1", {}, ["10.0.0.1"])).toBe("10.0.0.1");
  expect(address("10.0.0.1", { "x-forwarded-for": " , ," }, ["10.0.0.1"])).toBe("10.0.0.1");
  expect(address("10.0.0.1", { "x-forwarded-for": "10.0.0.2" }, ["10.0.0.1", "10.0.0.2"])).toBe("10.0.0.2");
});

test("an IPv4 address over an IPv6 socket is the same address", () => {
  expect(address("::ffff:203.0.113.7", {}, [])).toBe("203.0.113.7");
  expect(address("::ffff:10.0.0.1", { "x-forwarded-for": "203.0.113.7" }, ["10.0.0.1"])).toBe("203.0.113.7");
});

test("a closed socket has no address", () => {
  expect(address(undefined, {}, [])).toBe("");
});

test.each([
  ["203.0.113.88:1001", "203.0.113.88"],
  ["2001:db8::7", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
])("the port that some balancers write beside the address is left out: %s", (written, expected) => {
  expect(address("10.0.0.1", { "x-forwarded-for": `1.1.1.1, ${written}` }, ["10.0.0.1"])).toBe(expected);
});

test.each([
  ["for=203.0.113.7;proto=https", "203.0.113.7"],
  ['For="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
  ["for=1.1.1.1, proto=https;for=203.0.113.7:80;by=10.0.0.1", "203.0.113.7"],
  ['for=203.0.113.7, for="10.0.0.2"', "203.0.113.7"],
  ["for=_hidden", "_hidden"],
  ["proto=https", "10.0.0.1"],
])("a proxy that writes Forwarded is read when it is said to: %s", (forwarded, expected) => {
  const headers = { forwarded, "x-forwarded-for": "6.6.6.6" };

  expect(address("10.0.0.1", headers, ["10.0.0.1", "10.0.0.2"], "forwarded")).toBe(expected);
});

test("a Forwarded header that a visitor wrote doesn't count where the proxy writes the other one", () => {
  const headers = { forwarded: "for=6.6.6.6", "x-forwarded-for": "203.0.113.7" };

  expect(address("10.0.0.1", headers, ["10.0.0.1"])).toBe("203.0.113.7");
  expect(address("10.0.0.1", { forwarded: "for=6.6.6.6" }, ["10.0.0.1"])).toBe("10.0.0.1");
});

function address(
  remoteAddress: string | undefined,
  headers: Record<string, string>,
  trustedProxies: string[],
  proxyHeader: "x-forwarded-for" | "forwarded" = "x-forwarded-for",
): string {
  const socket = { remoteAddress };
  return addressOf({ socket, headers }, { trustedProxies, proxyHeader });
}
