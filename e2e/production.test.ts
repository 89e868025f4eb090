import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BUILD_FOLDERS, type BuildKind } from "../build-kind.ts";

test("trial-only features don't exist in the production build", () => {
  const [trial, production] = [serverCode("trial"), serverCode("production")];

  // The check that restricts the trial to its own machine: in production every host name is fine.
  expect(trial).toContain(".trialOnNetwork");
  expect(production).not.toContain(".trialOnNetwork");
  // The gallery of drawn pictures with its rating questions.
  for (const word of [
    "Would you hang this one",
    "development/pictures",
    "picture-gallery",
    // The mailbox, which shows mails instead of sending them.
    "development/mailbox",
    "auth/dev-login",
    "Mia Member",
    // The bar that loads sample activity.
    "development/sample-activity",
    "Try it with sample activity",
  ]) {
    expect(trial).toContain(word);
    expect(production, word).not.toContain(word);
    expect(browserFiles("trial"), word).toContain(word);
    expect(browserFiles("production"), word).not.toContain(word);
  }
});

test("no build contains the demo data generator: only commands and jobs run it, from source", () => {
  // The name of the file that it reads survives any bundling.
  expect(serverCode("trial")).not.toContain("people.yaml");
  expect(serverCode("production")).not.toContain("people.yaml");
});

test("both builds give the browser the same pages, and no server code", () => {
  const browserCode = filesIn(join(BUILD_FOLDERS.production, "client")).filter((name) => name.endsWith(".js"));

  expect(browserCode.length).toBeGreaterThan(10);
  for (const name of browserCode) {
    expect(readFileSync(name, "utf8"), name).not.toMatch(/drizzle|pg-protocol|node:(?:fs|crypto|sqlite)|DATABASE_URL/);
  }
});

function serverCode(kind: BuildKind): string {
  return filesIn(join(BUILD_FOLDERS[kind], "server"))
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
}

/** Scripts, styles and the route manifest, as a browser could fetch them. */
function browserFiles(kind: BuildKind): string {
  return filesIn(join(BUILD_FOLDERS[kind], "client"))
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => `${name}\n${readFileSync(name, "utf8")}`)
    .join("\n");
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}
