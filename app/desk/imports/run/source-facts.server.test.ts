import { expect } from "vitest";

import { buildUser } from "#tests/builders.ts";
import { requestRoute, SIGN_IN_REDIRECT } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { EMPTY_SPOT } from "../decision-builders.ts";
import { buildFile, buildImport } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import { sourceFactsPath } from "../screens/imports.ts";
import * as route from "../screens/source-facts.route.ts";
import { streamSourceFacts } from "./source-facts.server.ts";

test("the facts of one source are a file by themselves, in parts of any size", async ({ db }) => {
  const [lat, lon] = EMPTY_SPOT;
  const tags = {
    name: "=Zephyr, Oboe",
    amenity: "cafe",
    opening_hours: "Mo-Fr 8:00-18:00",
    phone: "+12025550101",
    check_date: "2026-10-01",
  };
  const elements = [{ type: "node", id: 7, lat, lon, tags }];
  await buildImport(db, { path: buildFile(JSON.stringify({ elements })), source: OPENSTREETMAP });
  const files = [];
  for (const factsPerPart of [1, 2, 1_000]) {
    let file = "";
    for await (const part of streamSourceFacts(db, { sourceId: OPENSTREETMAP.id, factsPerPart })) file += part;
    files.push(file);
  }

  expect(files[0]).toBe(files[2]);
  expect(files[1]).toBe(files[2]);
  const [header, ...lines] = (files[0] ?? "").trim().split("\r\n");
  expect(header).toBe("place,name,field,value,record,checked on");
  expect(lines.map((line) => line.replace(/^zephyr-oboe,"'=Zephyr, Oboe",/, ""))).toEqual([
    "hours,Mo-Fr 08:00-18:00,node/7,2026-10-01",
    `name,"'=Zephyr, Oboe",node/7,2026-10-01`,
    "phone,'+12025550101,node/7,2026-10-01",
    expect.stringMatching(/^position,"{""lat"":[\d.]+,""lng"":-[\d.]+}",node\/7,2026-10-01$/),
  ]);
});

test("only admins get the file, and only of a source that there is", async ({ db }) => {
  const ask = async (source: string, role: "admin" | "member" | null) =>
    requestRoute(db, {
      route,
      path: sourceFactsPath(source),
      params: { source },
      person: role === null ? null : await buildUser(db, { role }),
    });

  expect(await ask("rowhouse", "admin")).toBe(200);
  expect(await ask("no-such-source", "admin")).toBe(404);
  expect(await ask("rowhouse", "member")).toBe("/");
  expect(await ask("rowhouse", null)).toBe(SIGN_IN_REDIRECT);
});
