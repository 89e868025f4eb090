import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { mails } from "#app/db/schema/mail.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { places } from "#app/db/schema/places.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import type { WebsiteReadResult } from "#app/platform/website-reader.server.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { deriveWebsiteCode } from "./claim-codes.server.ts";
import { listClaimTimelines } from "./list-claim-timelines.server.ts";
import {
  CLAIMS_PER_PERSON_MAX,
  CLAIMS_PER_PLACE_MAX,
  CODES_PER_EMAIL_MAX,
  confirmMailCode,
  confirmWebsiteCode,
  purgeOldClaims,
  SITE_CHECKS_MAX,
  startEvidenceClaim,
  startMailClaim,
  startWebsiteClaim,
  withdrawClaim,
} from "./claims.server.ts";
import { findClaimCases, decideClaim } from "./decide-claim.server.ts";

const WEBSITE = "https://www.quay.example.com/menu";
const EVIDENCE = "The license hangs in the window, and my name is on it.";

const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("a claim by emailed code", () => {
  test("makes the claimer an owner and a business, and notifies them once", async ({ db }) => {
    const input = await buildClaim(db, { email: "mia@home.example" });
    expect(await startMailClaim(db, { ...input, typed: " Office@Example.COM " })).toBe("sent");
    const code = await lastCode(db);

    const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    const outcomes = [await confirmMailCode(db, { ...input, typed }), await confirmMailCode(db, { ...input, typed })];

    expect(outcomes).toEqual(["granted", "no-code"]);
    expect(await db.select().from(placeOwners).where(eq(placeOwners.placeId, input.placeId))).toMatchObject([
      { userId: input.claimerId, role: "owner", addedBy: null },
    ]);
    expect(await roleOf(db, input.claimerId)).toBe("business");
    expect((await notificationsOf(db, input.claimerId)).map(({ kind }) => kind)).toEqual(["claim-granted"]);
    expect((await db.select().from(mails)).map(({ toAddress }) => toAddress).toSorted()).toEqual([
      "mia@home.example",
      "office@example.com",
    ]);
    const [story] = await listClaimTimelines(db, input);
    expect(story).toMatchObject({
      outcome: "granted",
      steps: [{ text: expect.stringContaining("of…@example.com") }, {}],
    });
  });

  test("the code is only in the mail, which no data export contains", async ({ db }) => {
    const input = await buildClaim(db);
    await startMailClaim(db, { ...input, typed: "office@example.com" });
    const code = await lastCode(db);

    const rows = JSON.stringify(await db.select().from(placeClaims));

    expect(rows).not.toContain(code);
    expect(rows).not.toContain(Buffer.from(code).toString("hex"));
    expect(await db.select().from(mails)).toMatchObject([
      { userId: null, bodyText: expect.not.stringContaining("Built Member") },
    ]);
  });

  test("an admin stays an admin; suspended and deleted accounts get nothing", async ({ db }) => {
    for (const [at, [given, role, outcome]] of (
      [
        [{ role: "admin" }, "admin", "granted"],
        [{ suspendedAt: NOW }, "member", "not-you"],
        [{ deletedAt: NOW }, "member", "not-you"],
      ] as const
    ).entries()) {
      // Each at its own time: the last code is that of the claim that was started last.
      const input = { ...(await buildClaim(db, given)), now: later(at) };
      await startMailClaim(db, { ...input, typed: `${crypto.randomUUID()}@example.com` });
      expect(await confirmMailCode(db, { ...input, typed: await lastCode(db) })).toBe(outcome);
      expect(await roleOf(db, input.claimerId)).toBe(role);
      expect(await db.$count(placeOwners, eq(placeOwners.placeId, input.placeId))).toBe(outcome === "granted" ? 1 : 0);
    }
  });

  test("five wrong codes end a claim, and the right code is refused afterwards", async ({ db }) => {
    const input = await buildClaim(db);
    await startMailClaim(db, { ...input, typed: "office@example.com" });
    const code = await lastCode(db);
    const outcomes: string[] = [];

    for (const typed of ["", "AAAAAAAA", code.slice(1), `${code}A`, "%00", code]) {
      outcomes.push(await confirmMailCode(db, { ...input, typed }));
    }

    expect(outcomes).toEqual(["wrong", "wrong", "wrong", "wrong", "no-tries", "no-tries"]);
    expect(await db.$count(placeOwners)).toBe(0);
  });

  test("a code expires after 30 minutes and works only for its claimer, place and website", async ({ db }) => {
    const input = await buildClaim(db);
    await startMailClaim(db, { ...input, typed: "office@example.com" });
    const typed = await lastCode(db);
    const [other, place] = [await buildUser(db), await buildPlace(db, { website: WEBSITE })];

    expect(await confirmMailCode(db, { ...input, claimerId: other.id, typed })).toBe("no-code");
    expect(await confirmMailCode(db, { ...input, placeId: place.id, typed })).toBe("no-code");
    expect(await confirmMailCode(db, { ...input, typed, now: later(30 * MINUTE_MS) })).toBe("expired");
    await db.update(places).set({ website: "https://example.org" }).where(eq(places.id, input.placeId));
    expect(await confirmMailCode(db, { ...input, typed })).toBe("website-changed");
    await db.update(places).set({ website: "https://example.com" }).where(eq(places.id, input.placeId));
    expect(await confirmMailCode(db, { ...input, typed, now: later(30 * MINUTE_MS - 1) })).toBe("granted");
  });

  test("a second code replaces the first; the same form within a minute sends no mail", async ({ db }) => {
    const input = await buildClaim(db);
    const ask = (ms: number) => startMailClaim(db, { ...input, typed: "office@example.com", now: later(ms) });
    await ask(0);
    const first = await lastCode(db);
    expect([await ask(1), await db.$count(mails)]).toEqual(["sent", 1]);

    expect([await ask(MINUTE_MS), await db.$count(mails)]).toEqual(["sent", 2]);

    expect(await confirmMailCode(db, { ...input, typed: first, now: later(MINUTE_MS) })).toBe("wrong");
  });

  test("when two members have codes for a place, the first to enter one gets it", async ({ db }) => {
    const one = await buildClaim(db);
    const other = { ...one, claimerId: (await buildUser(db)).id };
    await startMailClaim(db, { ...one, typed: "one@example.com" });
    const code = await lastCode(db);
    await startMailClaim(db, { ...other, typed: "two@example.com", now: later(1) });

    expect(await confirmMailCode(db, { ...other, typed: await lastCode(db) })).toBe("granted");
    expect(await confirmMailCode(db, { ...one, typed: code })).toBe("managed");
    expect(await startMailClaim(db, { ...one, typed: "three@example.com" })).toBe("managed");
  });

  test("claims have daily limits per person, place and email address", async ({ db }) => {
    const { id: claimerId } = await buildUser(db);
    const typed = () => `${crypto.randomUUID()}@example.com`;
    for (let count = 0; count < CLAIMS_PER_PERSON_MAX; count += 1) {
      const { placeId, now } = await buildClaim(db);
      expect(await startMailClaim(db, { placeId, claimerId, now, typed: typed() })).toBe("sent");
    }
    const own = await buildClaim(db);
    expect(await startMailClaim(db, { ...own, claimerId, typed: typed() })).toEqual({ limited: "person" });
    expect(await startWebsiteClaim(db, { ...own, claimerId, draft: "x" })).toEqual({ limited: "person" });
    expect(await startEvidenceClaim(db, { ...own, claimerId, evidence: EVIDENCE })).toEqual({ limited: "person" });
    expect(await startMailClaim(db, { ...own, claimerId, typed: typed(), now: later(DAY_MS) })).toBe("sent");

    const { placeId } = await buildClaim(db);
    for (let count = 0; count < CLAIMS_PER_PLACE_MAX; count += 1) {
      const { id } = await buildUser(db);
      expect(await startMailClaim(db, { placeId, claimerId: id, typed: typed(), now: NOW })).toBe("sent");
    }
    expect(await startMailClaim(db, { ...own, placeId, typed: typed() })).toEqual({ limited: "place" });

    for (let count = 0; count < CODES_PER_EMAIL_MAX; count += 1) {
      expect(await startMailClaim(db, { ...(await buildClaim(db)), typed: "owner@example.com" })).toBe("sent");
    }
    const more = { ...(await buildClaim(db)), typed: "OWNER@example.com" };
    expect(await startMailClaim(db, more)).toEqual({ limited: "address" });
  });

  test("no code is mailed to another domain, for a shared website or for a closed place", async ({ db }) => {
    const input = await buildClaim(db);
    for (const typed of ["mia@gmail.com", "mia@example.org", "mia@notexample.com", "mia@example.com.evil.org", "mia"]) {
      expect(await startMailClaim(db, { ...input, typed })).toEqual({ problem: expect.any(String) });
    }
    const shared = await buildClaim(db, {}, { website: "https://www.facebook.com/quay" });
    expect(await startMailClaim(db, { ...shared, typed: "mia@facebook.com" })).toBe("method-closed");
    const closed = await buildClaim(db, {}, { status: "closed", closure: "permanent", closedOn: "2027-01-02" });
    expect(await startMailClaim(db, { ...closed, typed: "mia@example.com" })).toBe("no-such-place");
    expect(await db.$count(mails)).toBe(0);
  });
});

describe("a claim by code on the website", () => {
  test.for([
    ["in its file", { file: (code: string) => `${code}\n` }, "granted"],
    ["in a tag of the home page", { front: (code: string) => tag(code) }, "granted"],
    [
      "in a tag with other quotes and case",
      { front: (code: string) => `<META content='${code}' name=rowhouse-claim />` },
      "granted",
    ],
    ["in the body, where visitors write", { front: (code: string) => `<head></head><body>${tag(code)}` }, "unseen"],
    ["in a comment", { front: (code: string) => `<head><!-- ${tag(code)} --></head>` }, "unseen"],
    ["in a tag of another name", { front: (code: string) => `<meta name="rowhouse" content="${code}">` }, "unseen"],
    ["as part of a longer text", { file: (code: string) => `not found: ${code}` }, "unseen"],
    ["that is missing", {}, "unseen"],
  ] as const)("a code %s: %s", async ([, given, outcome], { db }) => {
    const input = await buildClaim(db);
    const started = await startWebsiteClaim(db, { ...input, draft: "draft" });
    const code = typeof started === "object" && "code" in started ? started.code : "";
    const requests: string[] = [];
    const websites = siteWith(requests, {
      file: "file" in given ? given.file(code) : null,
      front: "front" in given ? given.front(code) : "<h1>Quay</h1>",
    });

    const found = await confirmWebsiteCode(db, { ...input, code, websites });

    expect(typeof found === "object" ? "unseen" : found).toBe(outcome);
    expect(requests).toEqual([
      `https://www.quay.example.com/.well-known/rowhouse-${code}.txt`,
      "https://www.quay.example.com/",
    ]);
    expect(await db.$count(placeOwners)).toBe(outcome === "granted" ? 1 : 0);
  });

  test("a code put there by another claimer is useless, whatever form is sent", async ({ db }) => {
    const owner = await buildClaim(db);
    const started = await startWebsiteClaim(db, { ...owner, draft: "theirs" });
    const code = typeof started === "object" && "code" in started ? started.code : "";
    const thief = { ...owner, claimerId: (await buildUser(db)).id };
    const websites = siteWith([], { file: code, front: tag(code) });

    expect(await confirmWebsiteCode(db, { ...thief, code, websites })).toBe("no-code");
    for (const draft of ["theirs", code]) {
      const own = await startWebsiteClaim(db, { ...thief, draft });
      expect(own).not.toEqual({ code });
      expect(await confirmWebsiteCode(db, { ...thief, code, websites })).toBe("no-code");
    }
    expect(await db.$count(placeOwners)).toBe(0);
  });

  test("a draft has one code, a new draft replaces it; a code has limits of days, checks and website", async ({
    db,
  }) => {
    const input = await buildClaim(db);
    const code = deriveWebsiteCode({ ...input, draft: "one" });
    const start = (draft: string) => startWebsiteClaim(db, { ...input, draft });
    expect([await start("one"), await start("one"), await db.$count(placeClaims)]).toEqual([{ code }, { code }, 1]);
    const seen = siteWith([], { file: code, front: null });
    const nothing = siteWith([], { file: null, front: null });
    const look = (websites = seen, now = NOW) => confirmWebsiteCode(db, { ...input, code, websites, now });

    expect(await look(seen, later(7 * DAY_MS))).toBe("expired");
    const moved = {
      read: async (url: string) => {
        await db.update(places).set({ website: "https://example.org" }).where(eq(places.id, input.placeId));
        return seen.read(url);
      },
    };
    expect(await look(moved)).toBe("website-changed");
    await db.update(places).set({ website: WEBSITE }).where(eq(places.id, input.placeId));
    for (let count = 1; count < SITE_CHECKS_MAX; count += 1) await look(nothing);
    expect(await look()).toBe("no-tries");
    await start("two");
    expect(await look()).toBe("no-code");
  });

  test("a claim withdrawn during the check is not granted", async ({ db }) => {
    const input = await buildClaim(db);
    const started = await startWebsiteClaim(db, { ...input, draft: "draft" });
    const code = typeof started === "object" && "code" in started ? started.code : "";
    const [claim] = await db.select().from(placeClaims);
    const seen = siteWith([], { file: code, front: null });
    const websites = {
      read: async (url: string) => {
        await withdrawClaim(db, { ...input, claimId: claim?.id ?? "" });
        return seen.read(url);
      },
    };

    expect(await confirmWebsiteCode(db, { ...input, code, websites })).toBe("no-code");
  });

  test("an unreadable website gives a message that reveals nothing else", async ({ db }) => {
    const input = await buildClaim(db);
    const started = await startWebsiteClaim(db, { ...input, draft: "draft" });
    const code = typeof started === "object" && "code" in started ? started.code : "";
    for (const why of ["not-public", "other-site", "redirects", "too-big", "too-slow", "no-answer", "busy"] as const) {
      const websites = { read: async () => ({ kind: "unread", why }) as const };
      expect(await confirmWebsiteCode(db, { ...input, code, websites })).toEqual({
        unseen: expect.stringMatching(/\.$/),
      });
    }
  });
});

describe("a claim decided by an editor", () => {
  test("evidence opens one case however often it is sent; approval makes the claimer an owner", async ({ db }) => {
    const input = await buildClaim(db, { email: "mia@home.example" });
    const send = () => startEvidenceClaim(db, { ...input, evidence: EVIDENCE });
    expect([await send(), await send()]).toEqual(["waits", "waits"]);
    const caseId = await onlyCase(db);
    const about = (await findClaimCases(db, [caseId])).get(caseId);
    expect(about).toMatchObject({ paragraphs: [EVIDENCE], managers: [], claimer: { email: "mia@home.example" } });

    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("decided");

    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("closed");
    expect(await roleOf(db, input.claimerId)).toBe("business");
    expect((await notificationsOf(db, input.claimerId)).map(({ kind }) => kind)).toEqual(["claim-granted"]);
    expect(await db.select().from(mails)).toMatchObject([{ toAddress: "mia@home.example" }]);
  });

  test("a rejected claimer is notified with the reason and can claim again", async ({ db }) => {
    const input = await buildClaim(db, { email: "mia@home.example" });
    await startEvidenceClaim(db, { ...input, evidence: EVIDENCE });
    const rejected = { decision: "rejected", reason: "Nobody there knows you." } as const;

    await decideClaim(db, await decision(db, { caseId: await onlyCase(db), ...rejected }));

    expect(await notificationsOf(db, input.claimerId)).toMatchObject([
      { kind: "claim-rejected", about: { reason: "Nobody there knows you." } },
    ]);
    expect(await db.select().from(mails)).toMatchObject([
      { bodyText: expect.stringContaining("Nobody there knows you.") },
    ]);
    expect([await roleOf(db, input.claimerId), await db.$count(placeOwners)]).toEqual(["member", 0]);
    expect(await startEvidenceClaim(db, { ...input, evidence: EVIDENCE })).toBe("waits");
  });

  test.for([false, true])("a dispute adds an owner, or replaces the current ones: %s", async (replaces, { db }) => {
    const input = await buildClaim(db);
    const before = await buildUser(db, { role: "business" });
    await buildOwner(db, { placeId: input.placeId, userId: before.id });
    expect(await startMailClaim(db, { ...input, typed: "office@example.com" })).toBe("managed");
    await startEvidenceClaim(db, { ...input, evidence: EVIDENCE });
    const caseId = await onlyCase(db);
    expect((await db.select().from(moderationCases))[0]?.reasons).toEqual(["dispute"]);

    await decideClaim(db, await decision(db, { caseId, replaces }));

    const managers = (await db.select().from(placeOwners)).map(({ userId }) => userId);
    expect(managers.toSorted()).toEqual((replaces ? [input.claimerId] : [before.id, input.claimerId]).toSorted());
    expect(await roleOf(db, before.id)).toBe(replaces ? "member" : "business");
    expect(await notificationsOf(db, before.id)).toMatchObject([{ kind: replaces ? "place-left" : "people-changed" }]);
  });

  test("editors can't decide their own claims or approve suspended accounts; a deleted account's claim has no case", async ({
    db,
  }) => {
    const input = await buildClaim(db, { role: "admin" });
    await startEvidenceClaim(db, { ...input, evidence: EVIDENCE });
    const caseId = await onlyCase(db);

    expect(await decideClaim(db, { ...(await decision(db, { caseId })), decidedBy: input.claimerId })).toBe(
      "own-claim",
    );
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, input.claimerId));
    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("not-them");
    expect(await db.$count(placeOwners)).toBe(0);
    await db.delete(users).where(eq(users.id, input.claimerId));
    expect(await db.$count(moderationCases)).toBe(0);
  });

  test("a claim that is withdrawn or granted by a code leaves the queue", async ({ db }) => {
    const [one, two] = [await buildClaim(db), await buildClaim(db)];
    await startEvidenceClaim(db, { ...one, evidence: EVIDENCE });
    await startEvidenceClaim(db, { ...two, evidence: EVIDENCE });
    const [claim] = await db.select().from(placeClaims).where(eq(placeClaims.claimerId, one.claimerId));

    await withdrawClaim(db, { ...two, claimId: claim?.id ?? "" });
    expect(await db.$count(moderationCases)).toBe(2);
    await withdrawClaim(db, { ...one, claimId: claim?.id ?? "" });
    await startMailClaim(db, { ...two, typed: "office@example.com" });
    await confirmMailCode(db, { ...two, typed: await lastCode(db) });

    expect(await db.$count(moderationCases)).toBe(0);
  });
});

test("old claims are deleted, and a granted claim loses its email address and evidence", async ({ db }) => {
  const [granted, open, waiting] = [await buildClaim(db), await buildClaim(db), await buildClaim(db)];
  await startMailClaim(db, { ...granted, typed: "office@example.com" });
  await confirmMailCode(db, { ...granted, typed: await lastCode(db) });
  await startWebsiteClaim(db, { ...open, draft: "draft" });
  await startEvidenceClaim(db, { ...waiting, evidence: EVIDENCE });

  await purgeOldClaims(db, later(180 * DAY_MS));
  expect(await db.$count(placeClaims)).toBe(3);
  await purgeOldClaims(db, later(180 * DAY_MS + 1));

  const managers = await db
    .select()
    .from(placeClaims)
    .orderBy(sql`outcome nulls last`);
  expect(managers).toMatchObject([
    { outcome: "granted", email: null },
    { method: "evidence", evidence: EVIDENCE },
  ]);
});

async function buildClaim(
  db: Database,
  person: Partial<typeof users.$inferInsert> = {},
  place: Partial<typeof places.$inferInsert> = {},
) {
  const { id: placeId } = await buildPlace(db, { website: WEBSITE, ...place });
  const { id: claimerId } = await buildUser(db, person);
  return { placeId, claimerId, now: NOW };
}

/** The code in the last mail with one, as the recipient sees it. */
async function lastCode(db: Database): Promise<string> {
  const rows = await db.select().from(mails).orderBy(mails.queuedAt, mails.id);
  const texts = rows.filter(({ key }) => key.startsWith("claim-code:")).map(({ key, bodyText }) => ({ key, bodyText }));
  const open = await db.select({ id: placeClaims.id }).from(placeClaims).orderBy(placeClaims.startedAt);
  const last = open.flatMap(({ id }) => texts.filter(({ key }) => key === `claim-code:${id}`)).at(-1);
  return (/code is ([A-Z0-9]{4}-[A-Z0-9]{4})/.exec(last?.bodyText ?? "")?.[1] ?? "").replace("-", "");
}

function tag(code: string): string {
  return `<meta name="rowhouse-claim" content="${code}">`;
}

function siteWith(requests: string[], { file, front }: { file: string | null; front: string | null }) {
  const found = (body: string | null): WebsiteReadResult =>
    body === null ? { kind: "read", status: 404, body: "" } : { kind: "read", status: 200, body };
  return {
    read: async (url: string): Promise<WebsiteReadResult> => {
      requests.push(url);
      return found(url.endsWith(".txt") ? file : front);
    },
  };
}

async function onlyCase(db: Database): Promise<string> {
  const rows = await db.select().from(moderationCases);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

async function decision(
  db: Database,
  given: { caseId: string; decision?: "rejected"; reason?: string; replaces?: boolean },
) {
  const { id: decidedBy } = await buildUser(db, { role: "admin" });
  return { decision: "approved" as const, reason: "", replaces: false, decidedBy, now: NOW, ...given };
}

async function roleOf(db: Database, userId: string): Promise<string | undefined> {
  return (await db.select({ role: users.role }).from(users).where(eq(users.id, userId)))[0]?.role;
}

function notificationsOf(db: Database, userId: string) {
  return db.select().from(notifications).where(eq(notifications.userId, userId));
}
