import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { buildUser } from "#tests/builders.ts";
import { requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { SOURCES_PATH } from "./source-labels.ts";
import * as route from "./sources.route.tsx";

test("an admin switches a source on, starts a run, pauses it and switches it off", async ({ db }) => {
  const person = await buildUser(db, { role: "admin" });
  const send = (command: string, source = "osm") =>
    requestRoute(db, { route, path: SOURCES_PATH, fields: { source, do: command }, person });

  expect(await send("run")).toBe(409);
  expect(await send("on")).toBe(SOURCES_PATH);
  expect(await send("on")).toBe(409);
  expect(await send("run")).toBe(SOURCES_PATH);
  // A second click is no mistake: the run is under way.
  expect(await send("run")).toBe(SOURCES_PATH);
  expect(await requestRoute(db, { route, path: SOURCES_PATH, person })).toBe(200);
  expect(await send("stop")).toBe(SOURCES_PATH);
  expect(await send("stop")).toBe(409);
  expect(await send("pause")).toBe(SOURCES_PATH);
  expect(await send("pause")).toBe(409);
  expect(await send("resume")).toBe(SOURCES_PATH);
  expect(await send("resume")).toBe(409);
  expect(await send("off")).toBe(SOURCES_PATH);
  expect(await send("off")).toBe(409);
  expect(await send("explode")).toBe(400);
  expect(await send("on", "nosuch")).toBe(400);
  expect(await db.select().from(liveSources)).toMatchObject([{ name: "osm", isOn: false }]);
  expect(await db.select().from(sourceRuns)).toMatchObject([{ stage: "stopped" }]);
  const log = await db.select().from(auditEntries).where(eq(auditEntries.actorId, person.id)).orderBy(auditEntries.id);
  expect(log.map(({ action }) => action)).toEqual(
    ["switch-on", "run", "stop", "pause", "resume", "switch-off"].map((verb) => `live-source.${verb}`),
  );
});

test("members and guests have no access", async ({ db }) => {
  const member = await buildUser(db);
  const fields = { source: "osm", do: "on" };

  for (const person of [member, null]) {
    const refused = person === null ? SIGN_IN_REDIRECT : "/";
    expect(await requestRoute(db, { route, path: SOURCES_PATH, person })).toBe(refused);
    expect(await requestRoute(db, { route, path: SOURCES_PATH, fields, person })).toBe(refused);
  }
  expect(await db.$count(liveSources)).toBe(0);
});
