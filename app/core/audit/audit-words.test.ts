import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { actionLabel, actionPhrase, pathLabel } from "./audit-words.ts";

test("every action that the code records has words", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.tsx?$/.test(path),
  );
  const actions = files
    .flatMap((path) => [
      ...readFileSync(join("app", path), "utf8").matchAll(/\b(?:action|audit): "([a-z-]+\.[a-z-]+)"/g),
    ])
    .map(([, action = ""]) => action);

  expect(actions.length).toBeGreaterThan(60);
  expect(actions.filter((action) => actionPhrase(action) === action.replaceAll(/[.-]/g, " "))).toEqual([]);
});

test("an action and a path are said in words, and an unknown action by its name", () => {
  expect(actionLabel("person.suspend")).toBe("User: suspended");
  expect(actionLabel("alien.land-here")).toBe("alien: alien land here");
  expect([pathLabel("publishedAt"), pathLabel("hours › monday"), pathLabel("")]).toEqual([
    "Published at",
    "Hours › monday",
    "Value",
  ]);
});
