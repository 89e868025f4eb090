import { expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";

import { buildBusyMember } from "./busy-member.ts";
import { test } from "./test-database.ts";

/** What the busy member does as staff or as an owner, through the functions that pages call. */
test("the audit log records what staff and owners do, with the person who did it", async ({ db }) => {
  const { member } = await buildBusyMember(db);

  const rows = await db.select().from(auditEntries);
  const own = rows
    .filter(({ actorId }) => actorId === member.id)
    .map(({ actorKind, action }) => `${actorKind} ${action}`);

  expect([...new Set(own)].toSorted()).toEqual([
    "owner answer.write",
    "owner campaign.checkout",
    "owner campaign.draft",
    "owner campaign.end",
    "owner campaign.pay",
    "owner place.edit",
    "owner place.invite",
    "owner reply.write",
    "staff case.approve",
    "staff case.reject",
    "staff message.assign",
    "staff message.reply",
    "staff place.close",
    "staff post.create",
    "staff question.answer",
  ]);
});
