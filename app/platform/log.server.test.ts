import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";

import { serializeError } from "./log.server.ts";

const QUERY = "select name from places where lat > $1 and name ilike $2";
const VALUES = [38.9072, "%a private word%"];

test("a failed statement is logged without its parameters, also as the cause of another error", () => {
  const failed = new DrizzleQueryError(QUERY, VALUES, new Error("connect ECONNREFUSED"));
  const caused = new Error("The search failed", { cause: failed });

  for (const error of [failed, caused]) {
    const logged = JSON.stringify(serializeError(error));

    expect(logged).toContain(QUERY);
    expect(logged).toContain("connect ECONNREFUSED");
    expect(logged).toContain("log.server.test.ts");
    expect(logged).not.toMatch(/38\.9072|a private word/);
  }
});

test("any other error is logged completely, even one that is its own cause", () => {
  const circular = Object.assign(new Error("Circular"), { code: "E1" });
  circular.cause = circular;

  expect(serializeError(new TypeError("No such thing"))).toMatchObject({ type: "TypeError", message: "No such thing" });
  expect(serializeError(circular)).toMatchObject({ code: "E1", message: expect.stringContaining("Circular") });
});
