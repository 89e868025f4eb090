import { expect, test } from "vitest";

import { isTrialOfThisMachine } from "./local-trial.ts";

test("sample activity can be changed at this machine's own URL and at no public one", () => {
  for (const siteUrl of ["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:3000"])
    expect(isTrialOfThisMachine({ siteUrl }), siteUrl).toBe(true);
  for (const siteUrl of ["https://rowhouse.example", "http://192.168.0.7:3000", "http://localhost.example:3000"])
    expect(isTrialOfThisMachine({ siteUrl }), siteUrl).toBe(false);
});
