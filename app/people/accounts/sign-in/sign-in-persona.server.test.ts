import { expect } from "vitest";

import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { changeUserRole, suspendUser, unsuspendUser } from "../standing/account-status.server.ts";
import { PERSONAS } from "./personas.ts";
import { ensurePersona, signInPersona } from "./sign-in-persona.server.ts";

const MIA = PERSONAS.find(({ role }) => role === "member");

test("the development login lifts no suspension and resets no role", async ({ db }) => {
  if (MIA === undefined) throw new Error("No persona is a member");
  const session = { persona: MIA, browser: "A browser", replaces: null, now: NOW };
  const by = { actor: { kind: "staff", id: (await buildUser(db, { role: "admin" })).id }, now: NOW } as const;
  const userId = await ensurePersona(db, { persona: MIA, now: NOW });
  await changeUserRole(db, { userId, role: "business", ...by });
  await suspendUser(db, { userId, reason: "Spam.", until: null, ...by });

  expect(await signInPersona(db, session)).toEqual({ suspension: { reason: "Spam.", until: null } });
  await unsuspendUser(db, { userId, ...by });
  expect(await signInPersona(db, session)).toMatchObject({ role: "business", isDeleted: false });
});
