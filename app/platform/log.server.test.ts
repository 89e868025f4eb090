import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";

import { toldError } from "./log.server.ts";

const QUERY = "select name from places where lat > $1 and name ilike $2";
const VALUES = [38.9072, "%a private word%"];

test("a statement that failed is told without the values it was asked with, whatever it made fail", () => {
  const failed = new DrizzleQueryError(QUERY, VALUES, new Error("connect ECONNREFUSED"));
  const caused = new Error("The search failed", { cause: failed });

  for (const error of [failed, caused]) {
    const told = JSON.stringify(toldError(error));

    expect(told).toContain(QUERY);
    expect(told).toContain("connect ECONNREFUSED");
    expect(told).toContain("log.server.test.ts");
    expect(told).not.toMatch(/38\.9072|a private word/);
  }
});

test("any other error is told whole, and one that is its own cause is told, too", () => {
  const circular = Object.assign(new Error("It turns"), { code: "E1" });
  circular.cause = circular;

  expect(toldError(new TypeError("No such thing"))).toMatchObject({ type: "TypeError", message: "No such thing" });
  expect(toldError(circular)).toMatchObject({ code: "E1", message: expect.stringContaining("It turns") });
});
