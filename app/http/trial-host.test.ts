import { expect, test } from "vitest";

import { SettingError } from "#app/lib/setting-error.ts";
import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { isAllowedHost, isOtherTrialName, assertTrialIsLocal } from "./trial-host.ts";

test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.8.9.1", "::1", "[::1]"])("%s is this machine", (name) => {
  expect(isLoopbackHost(name)).toBe(true);
});

test.each([
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.evil.example",
  "0.0.0.0",
  "::",
  "10.0.0.1",
  "evil.example",
  "",
])("%j is not this machine", (name) => {
  expect(isLoopbackHost(name)).toBe(false);
});

test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost"])(
  "the trial build answers to the host %s",
  (host) => {
    expect(isAllowedHost(host, readEnv({}))).toBe(true);
  },
);

test.each(["evil.example", "localhost.evil.example:3000", "10.0.0.1:3000", "", "a b", undefined])(
  "the trial build refuses the host %j, even if it resolves to this machine",
  (host) => {
    expect(isAllowedHost(host, readEnv({}))).toBe(false);
  },
);

test("a trial build with TRIAL_ON_NETWORK answers to any name", () => {
  const env = readEnv({ TRIAL_ON_NETWORK: "yes" });

  expect(isAllowedHost("trial.example", env)).toBe(true);
  expect(isAllowedHost(undefined, env)).toBe(true);
});

test.each(["127.0.0.1:3000", "[::1]:3000"])("a trial at localhost:3000 is opened by another name as %s", (host) => {
  expect(isOtherTrialName(host, readEnv({}))).toBe(true);
  expect(isOtherTrialName("localhost:3000", readEnv({ SITE_URL: `http://${host}` }))).toBe(true);
});

test("a trial's own name, a forwarded port, and a network's trial are no other name", () => {
  expect(isOtherTrialName("localhost:3000", readEnv({}))).toBe(false);
  expect(isOtherTrialName("127.0.0.1:8080", readEnv({}))).toBe(false);
  expect(isOtherTrialName("127.0.0.1:3000", readEnv({ TRIAL_ON_NETWORK: "yes" }))).toBe(false);
});

test.each([
  [{ HOST: "0.0.0.0" }, "HOST"],
  [{ HOST: "::" }, "HOST"],
  [{ SITE_URL: "https://trial.example" }, "SITE_URL"],
])("a trial build with %j doesn't start, and says why", (variables, name) => {
  const start = () => assertTrialIsLocal(readEnv(variables));

  expect(start).toThrow(SettingError);
  expect(start).toThrow(new RegExp(`^${name}: got .*TRIAL_ON_NETWORK=yes[^\n]*$`));
});

test("a trial build serves this machine by default, and the network with TRIAL_ON_NETWORK", () => {
  assertTrialIsLocal(readEnv({}));
  assertTrialIsLocal(readEnv({ HOST: "::1", SITE_URL: "http://127.0.0.1:4000" }));

  const onNetwork = { HOST: "0.0.0.0", SITE_URL: "https://trial.example", TRIAL_ON_NETWORK: "yes" };
  expect(() => assertTrialIsLocal(readEnv({ ...onNetwork, DEV_LOGIN: "off" }))).not.toThrow();
});

test("a trial with the development login doesn't start on a public address", () => {
  const start = (siteUrl: string) => () =>
    assertTrialIsLocal(readEnv({ HOST: "0.0.0.0", SITE_URL: siteUrl, TRIAL_ON_NETWORK: "yes" }));

  expect(start("https://trial.example")).toThrow(/^DEV_LOGIN: got "on", .*DEV_LOGIN=off$/);
  expect(start("http://localhost:3000")).not.toThrow();
});
