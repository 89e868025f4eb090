import { expect, test } from "vitest";

import { clientAddress } from "./client-address.ts";

test("without trusted proxies the socket's address counts, whatever the header says", () => {
  expect(clientAddress("203.0.113.7", undefined, [])).toBe("203.0.113.7");
  expect(clientAddress("203.0.113.7", "198.51.100.1, 127.0.0.1", [])).toBe("203.0.113.7");
});

test("behind a trusted proxy the last address that isn't a proxy counts, not what a visitor wrote before it", () => {
  const visitor = clientAddress("10.0.0.1", "1.1.1.1, 203.0.113.7", ["10.0.0.1"]);
  const behindTwo = clientAddress("10.0.0.1", "1.1.1.1, 203.0.113.7, 10.0.0.2", ["10.0.0.1", "10.0.0.2"]);

  expect(visitor).toBe("203.0.113.7");
  expect(behindTwo).toBe("203.0.113.7");
});

test("a proxy that sends no other address counts as the visitor", () => {
  expect(clientAddress("10.0.0.1", undefined, ["10.0.0.1"])).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", " , ,", ["10.0.0.1"])).toBe("10.0.0.1");
  expect(clientAddress("10.0.0.1", "10.0.0.2", ["10.0.0.1", "10.0.0.2"])).toBe("10.0.0.2");
});

test("an IPv4 address over an IPv6 socket is the same address", () => {
  expect(clientAddress("::ffff:203.0.113.7", undefined, [])).toBe("203.0.113.7");
  expect(clientAddress("::ffff:10.0.0.1", "203.0.113.7", ["10.0.0.1"])).toBe("203.0.113.7");
});

test("a closed socket has no address", () => {
  expect(clientAddress(undefined, undefined, [])).toBe("");
});
