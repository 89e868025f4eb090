import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { mails } from "#app/db/schema/mail.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { notifications } from "#app/db/schema/notifications.ts";
import { places } from "#app/db/schema/places.ts";
import type { Reading } from "#app/platform/website-reader.server.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { siteCode } from "./claim-codes.server.ts";
import { claimStories } from "./claim-stories.server.ts";
import {
  CLAIMS_PER_PERSON_MAX,
  CLAIMS_PER_PLACE_MAX,
  CODES_PER_ADDRESS_MAX,
  confirmMailCode,
  confirmSiteCode,
  forgetOldClaims,
  SITE_LOOKS_MAX,
  startEvidenceClaim,
  startMailClaim,
  startSiteClaim,
  withdrawClaim,
} from "./claims.server.ts";
import { claimCases, decideClaim } from "./decide-claim.server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEBSITE = "https://www.quay.example.com/menu";
const EVIDENCE = "The license hangs in the window, and my name is on it.";

const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("by a mailed code", () => {
  test("whoever types it runs the place, becomes a business and is told, once", async ({ db }) => {
    const claiming = await buildClaiming(db, { email: "mia@home.example" });
    expect(await startMailClaim(db, { ...claiming, typed: " Office@Example.COM " })).toBe("sent");
    const code = await lastCode(db);

    const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    const outcomes = [
      await confirmMailCode(db, { ...claiming, typed }),
      await confirmMailCode(db, { ...claiming, typed }),
    ];

    expect(outcomes).toEqual(["granted", "no-code"]);
    expect(await db.select().from(placeOwners).where(eq(placeOwners.placeId, claiming.placeId))).toMatchObject([
      { userId: claiming.claimerId, role: "owner", addedBy: null },
    ]);
    expect(await roleOf(db, claiming.claimerId)).toBe("business");
    expect((await told(db, claiming.claimerId)).map(({ kind }) => kind)).toEqual(["claim-granted"]);
    expect((await db.select().from(mails)).map(({ toAddress }) => toAddress).toSorted()).toEqual([
      "mia@home.example",
      "office@example.com",
    ]);
    const [story] = await claimStories(db, claiming);
    expect(story).toMatchObject({
      outcome: "granted",
      steps: [{ text: expect.stringContaining("of…@example.com") }, {}],
    });
  });

  test("the code stands nowhere in the database but in the mail, which is nobody's to export", async ({ db }) => {
    const claiming = await buildClaiming(db);
    await startMailClaim(db, { ...claiming, typed: "office@example.com" });
    const code = await lastCode(db);

    const rows = JSON.stringify(await db.select().from(placeClaims));

    expect(rows).not.toContain(code);
    expect(rows).not.toContain(Buffer.from(code).toString("hex"));
    expect(await db.select().from(mails)).toMatchObject([
      { userId: null, bodyText: expect.not.stringContaining("Built Member") },
    ]);
  });

  test("an admin stays an admin; somebody suspended or leaving gets nothing", async ({ db }) => {
    for (const [given, role, outcome] of [
      [{ role: "admin" }, "admin", "granted"],
      [{ suspendedAt: NOW }, "member", "not-you"],
      [{ deletedAt: NOW }, "member", "not-you"],
    ] as const) {
      const claiming = await buildClaiming(db, given);
      await startMailClaim(db, { ...claiming, typed: `${crypto.randomUUID()}@example.com` });
      expect(await confirmMailCode(db, { ...claiming, typed: await lastCode(db) })).toBe(outcome);
      expect(await roleOf(db, claiming.claimerId)).toBe(role);
      expect(await db.$count(placeOwners, eq(placeOwners.placeId, claiming.placeId))).toBe(
        outcome === "granted" ? 1 : 0,
      );
    }
  });

  test("five wrong codes end it, and the right one is too late then", async ({ db }) => {
    const claiming = await buildClaiming(db);
    await startMailClaim(db, { ...claiming, typed: "office@example.com" });
    const code = await lastCode(db);
    const outcomes: string[] = [];

    for (const typed of ["", "AAAAAAAA", code.slice(1), `${code}A`, "%00", code]) {
      outcomes.push(await confirmMailCode(db, { ...claiming, typed }));
    }

    expect(outcomes).toEqual(["wrong", "wrong", "wrong", "wrong", "no-tries", "no-tries"]);
    expect(await db.$count(placeOwners)).toBe(0);
  });

  test("it counts for thirty minutes, for its person and its place alone, and while the website is the same", async ({
    db,
  }) => {
    const claiming = await buildClaiming(db);
    await startMailClaim(db, { ...claiming, typed: "office@example.com" });
    const typed = await lastCode(db);
    const [other, place] = [await buildUser(db), await buildPlace(db, { website: WEBSITE })];

    expect(await confirmMailCode(db, { ...claiming, claimerId: other.id, typed })).toBe("no-code");
    expect(await confirmMailCode(db, { ...claiming, placeId: place.id, typed })).toBe("no-code");
    expect(await confirmMailCode(db, { ...claiming, typed, now: later(30 * MINUTE_MS) })).toBe("expired");
    await db.update(places).set({ website: "https://example.org" }).where(eq(places.id, claiming.placeId));
    expect(await confirmMailCode(db, { ...claiming, typed })).toBe("website-changed");
    await db.update(places).set({ website: "https://example.com" }).where(eq(places.id, claiming.placeId));
    expect(await confirmMailCode(db, { ...claiming, typed, now: later(30 * MINUTE_MS - 1) })).toBe("granted");
  });

  test("a second code ends the first; the same form again within a minute mails nothing", async ({ db }) => {
    const claiming = await buildClaiming(db);
    const ask = (ms: number) => startMailClaim(db, { ...claiming, typed: "office@example.com", now: later(ms) });
    await ask(0);
    const first = await lastCode(db);
    expect([await ask(1), await db.$count(mails)]).toEqual(["sent", 1]);

    expect([await ask(MINUTE_MS), await db.$count(mails)]).toEqual(["sent", 2]);

    expect(await confirmMailCode(db, { ...claiming, typed: first, now: later(MINUTE_MS) })).toBe("wrong");
  });

  test("of two who have a code for one place the first gets it", async ({ db }) => {
    const one = await buildClaiming(db);
    const other = { ...one, claimerId: (await buildUser(db)).id };
    await startMailClaim(db, { ...one, typed: "one@example.com" });
    const code = await lastCode(db);
    await startMailClaim(db, { ...other, typed: "two@example.com", now: later(1) });

    expect(await confirmMailCode(db, { ...other, typed: await lastCode(db) })).toBe("granted");
    expect(await confirmMailCode(db, { ...one, typed: code })).toBe("run");
    expect(await startMailClaim(db, { ...one, typed: "three@example.com" })).toBe("run");
  });

  test("a person, a place and an address have their limits of a day", async ({ db }) => {
    const { id: claimerId } = await buildUser(db);
    const typed = () => `${crypto.randomUUID()}@example.com`;
    for (let count = 0; count < CLAIMS_PER_PERSON_MAX; count += 1) {
      const { placeId, now } = await buildClaiming(db);
      expect(await startMailClaim(db, { placeId, claimerId, now, typed: typed() })).toBe("sent");
    }
    const own = await buildClaiming(db);
    expect(await startMailClaim(db, { ...own, claimerId, typed: typed() })).toEqual({ limited: "person" });
    expect(await startSiteClaim(db, { ...own, claimerId, draft: "x" })).toEqual({ limited: "person" });
    expect(await startEvidenceClaim(db, { ...own, claimerId, evidence: EVIDENCE })).toEqual({ limited: "person" });
    expect(await startMailClaim(db, { ...own, claimerId, typed: typed(), now: later(DAY_MS) })).toBe("sent");

    const { placeId } = await buildClaiming(db);
    for (let count = 0; count < CLAIMS_PER_PLACE_MAX; count += 1) {
      const { id } = await buildUser(db);
      expect(await startMailClaim(db, { placeId, claimerId: id, typed: typed(), now: NOW })).toBe("sent");
    }
    expect(await startMailClaim(db, { ...own, placeId, typed: typed() })).toEqual({ limited: "place" });

    for (let count = 0; count < CODES_PER_ADDRESS_MAX; count += 1) {
      expect(await startMailClaim(db, { ...(await buildClaiming(db)), typed: "owner@example.com" })).toBe("sent");
    }
    const more = { ...(await buildClaiming(db)), typed: "OWNER@example.com" };
    expect(await startMailClaim(db, more)).toEqual({ limited: "address" });
  });

  test("nothing is mailed to another domain, for a shared website, or for a place that is closed", async ({ db }) => {
    const claiming = await buildClaiming(db);
    for (const typed of ["mia@gmail.com", "mia@example.org", "mia@notexample.com", "mia@example.com.evil.org", "mia"]) {
      expect(await startMailClaim(db, { ...claiming, typed })).toEqual({ problem: expect.any(String) });
    }
    const shared = await buildClaiming(db, {}, { website: "https://www.facebook.com/quay" });
    expect(await startMailClaim(db, { ...shared, typed: "mia@facebook.com" })).toBe("way-closed");
    const closed = await buildClaiming(db, {}, { status: "closed", closure: "permanent", closedOn: "2027-01-02" });
    expect(await startMailClaim(db, { ...closed, typed: "mia@example.com" })).toBe("no-such-place");
    expect(await db.$count(mails)).toBe(0);
  });
});

describe("by a code on the website", () => {
  test.for([
    ["in its file", { file: (code: string) => `${code}\n` }, "granted"],
    ["in a tag of the front page", { front: (code: string) => tag(code) }, "granted"],
    [
      "in a tag written otherwise",
      { front: (code: string) => `<META content='${code}' name=rowhouse-claim />` },
      "granted",
    ],
    ["in the body, where visitors write", { front: (code: string) => `<head></head><body>${tag(code)}` }, "unseen"],
    ["in a remark", { front: (code: string) => `<head><!-- ${tag(code)} --></head>` }, "unseen"],
    ["in a tag of another name", { front: (code: string) => `<meta name="rowhouse" content="${code}">` }, "unseen"],
    ["as a part of more", { file: (code: string) => `not found: ${code}` }, "unseen"],
    ["nowhere", {}, "unseen"],
  ] as const)("a code %s: %s", async ([, given, outcome], { db }) => {
    const claiming = await buildClaiming(db);
    const begun = await startSiteClaim(db, { ...claiming, draft: "draft" });
    const code = typeof begun === "object" && "code" in begun ? begun.code : "";
    const asked: string[] = [];
    const websites = siteWith(asked, {
      file: "file" in given ? given.file(code) : null,
      front: "front" in given ? given.front(code) : "<h1>Quay</h1>",
    });

    const found = await confirmSiteCode(db, { ...claiming, code, websites });

    expect(typeof found === "object" ? "unseen" : found).toBe(outcome);
    expect(asked).toEqual([
      `https://www.quay.example.com/.well-known/rowhouse-${code}.txt`,
      "https://www.quay.example.com/",
    ]);
    expect(await db.$count(placeOwners)).toBe(outcome === "granted" ? 1 : 0);
  });

  test("a code that another has put there is of no use, whatever form is sent", async ({ db }) => {
    const owner = await buildClaiming(db);
    const begun = await startSiteClaim(db, { ...owner, draft: "theirs" });
    const code = typeof begun === "object" && "code" in begun ? begun.code : "";
    const thief = { ...owner, claimerId: (await buildUser(db)).id };
    const websites = siteWith([], { file: code, front: tag(code) });

    expect(await confirmSiteCode(db, { ...thief, code, websites })).toBe("no-code");
    for (const draft of ["theirs", code]) {
      const own = await startSiteClaim(db, { ...thief, draft });
      expect(own).not.toEqual({ code });
      expect(await confirmSiteCode(db, { ...thief, code, websites })).toBe("no-code");
    }
    expect(await db.$count(placeOwners)).toBe(0);
  });

  test("one draft is one code, another ends it; it counts for seven days, a number of looks and the same website", async ({
    db,
  }) => {
    const claiming = await buildClaiming(db);
    const code = siteCode({ ...claiming, draft: "one" });
    const start = (draft: string) => startSiteClaim(db, { ...claiming, draft });
    expect([await start("one"), await start("one"), await db.$count(placeClaims)]).toEqual([{ code }, { code }, 1]);
    const seen = siteWith([], { file: code, front: null });
    const nothing = siteWith([], { file: null, front: null });
    const look = (websites = seen, now = NOW) => confirmSiteCode(db, { ...claiming, code, websites, now });

    expect(await look(seen, later(7 * DAY_MS))).toBe("expired");
    const moved = {
      read: async (url: string) => {
        await db.update(places).set({ website: "https://example.org" }).where(eq(places.id, claiming.placeId));
        return seen.read(url);
      },
    };
    expect(await look(moved)).toBe("website-changed");
    await db.update(places).set({ website: WEBSITE }).where(eq(places.id, claiming.placeId));
    for (let count = 1; count < SITE_LOOKS_MAX; count += 1) await look(nothing);
    expect(await look()).toBe("no-tries");
    await start("two");
    expect(await look()).toBe("no-code");
  });

  test("what was taken back while we looked is not granted", async ({ db }) => {
    const claiming = await buildClaiming(db);
    const begun = await startSiteClaim(db, { ...claiming, draft: "draft" });
    const code = typeof begun === "object" && "code" in begun ? begun.code : "";
    const [claim] = await db.select().from(placeClaims);
    const seen = siteWith([], { file: code, front: null });
    const websites = {
      read: async (url: string) => {
        await withdrawClaim(db, { ...claiming, claimId: claim?.id ?? "" });
        return seen.read(url);
      },
    };

    expect(await confirmSiteCode(db, { ...claiming, code, websites })).toBe("no-code");
  });

  test("of a website that can't be read no more is told than that", async ({ db }) => {
    const claiming = await buildClaiming(db);
    const begun = await startSiteClaim(db, { ...claiming, draft: "draft" });
    const code = typeof begun === "object" && "code" in begun ? begun.code : "";
    for (const why of ["not-public", "other-site", "redirects", "too-big", "too-slow", "no-answer", "busy"] as const) {
      const websites = { read: async () => ({ kind: "unread", why }) as const };
      expect(await confirmSiteCode(db, { ...claiming, code, websites })).toEqual({
        unseen: expect.stringMatching(/\.$/),
      });
    }
  });
});

describe("by an editor", () => {
  test("what proves it waits as one case however often it is sent; approved, it is theirs", async ({ db }) => {
    const claiming = await buildClaiming(db, { email: "mia@home.example" });
    const send = () => startEvidenceClaim(db, { ...claiming, evidence: EVIDENCE });
    expect([await send(), await send()]).toEqual(["waits", "waits"]);
    const caseId = await onlyCase(db);
    const about = (await claimCases(db, [caseId])).get(caseId);
    expect(about).toMatchObject({ paragraphs: [EVIDENCE], runners: [], claimer: { email: "mia@home.example" } });

    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("decided");

    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("closed");
    expect(await roleOf(db, claiming.claimerId)).toBe("business");
    expect((await told(db, claiming.claimerId)).map(({ kind }) => kind)).toEqual(["claim-granted"]);
    expect(await db.select().from(mails)).toMatchObject([{ toAddress: "mia@home.example" }]);
  });

  test("rejected, they are told why, and may send it again", async ({ db }) => {
    const claiming = await buildClaiming(db, { email: "mia@home.example" });
    await startEvidenceClaim(db, { ...claiming, evidence: EVIDENCE });
    const rejected = { decision: "rejected", reason: "Nobody there knows you." } as const;

    await decideClaim(db, await decision(db, { caseId: await onlyCase(db), ...rejected }));

    expect(await told(db, claiming.claimerId)).toMatchObject([
      { kind: "claim-rejected", about: { reason: "Nobody there knows you." } },
    ]);
    expect(await db.select().from(mails)).toMatchObject([
      { bodyText: expect.stringContaining("Nobody there knows you.") },
    ]);
    expect([await roleOf(db, claiming.claimerId), await db.$count(placeOwners)]).toEqual(["member", 0]);
    expect(await startEvidenceClaim(db, { ...claiming, evidence: EVIDENCE })).toBe("waits");
  });

  test.for([false, true])(
    "a dispute lets both run it, or takes the place of who does: %s",
    async (replaces, { db }) => {
      const claiming = await buildClaiming(db);
      const before = await buildUser(db, { role: "business" });
      await buildOwner(db, { placeId: claiming.placeId, userId: before.id });
      expect(await startMailClaim(db, { ...claiming, typed: "office@example.com" })).toBe("run");
      await startEvidenceClaim(db, { ...claiming, evidence: EVIDENCE });
      const caseId = await onlyCase(db);
      expect((await db.select().from(moderationCases))[0]?.reasons).toEqual(["dispute"]);

      await decideClaim(db, await decision(db, { caseId, replaces }));

      const runners = (await db.select().from(placeOwners)).map(({ userId }) => userId);
      expect(runners.toSorted()).toEqual(
        (replaces ? [claiming.claimerId] : [before.id, claiming.claimerId]).toSorted(),
      );
      expect(await roleOf(db, before.id)).toBe(replaces ? "member" : "business");
      expect(await told(db, before.id)).toMatchObject([{ kind: replaces ? "place-left" : "people-changed" }]);
    },
  );

  test("nobody decides about their own, or for somebody suspended; a claim of somebody who has left is no case", async ({
    db,
  }) => {
    const claiming = await buildClaiming(db, { role: "admin" });
    await startEvidenceClaim(db, { ...claiming, evidence: EVIDENCE });
    const caseId = await onlyCase(db);

    expect(await decideClaim(db, { ...(await decision(db, { caseId })), decidedBy: claiming.claimerId })).toBe(
      "own-claim",
    );
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, claiming.claimerId));
    expect(await decideClaim(db, await decision(db, { caseId }))).toBe("not-them");
    expect(await db.$count(placeOwners)).toBe(0);
    await db.delete(users).where(eq(users.id, claiming.claimerId));
    expect(await db.$count(moderationCases)).toBe(0);
  });

  test("taken back, or granted by a code meanwhile, it waits for nobody", async ({ db }) => {
    const [one, two] = [await buildClaiming(db), await buildClaiming(db)];
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

test("old claims are forgotten, and of one that was granted the words", async ({ db }) => {
  const [granted, open, waiting] = [await buildClaiming(db), await buildClaiming(db), await buildClaiming(db)];
  await startMailClaim(db, { ...granted, typed: "office@example.com" });
  await confirmMailCode(db, { ...granted, typed: await lastCode(db) });
  await startSiteClaim(db, { ...open, draft: "draft" });
  await startEvidenceClaim(db, { ...waiting, evidence: EVIDENCE });

  await forgetOldClaims(db, later(180 * DAY_MS));
  expect(await db.$count(placeClaims)).toBe(3);
  await forgetOldClaims(db, later(180 * DAY_MS + 1));

  const kept = await db
    .select()
    .from(placeClaims)
    .orderBy(sql`outcome nulls last`);
  expect(kept).toMatchObject([
    { outcome: "granted", mailAddress: null },
    { way: "evidence", evidence: EVIDENCE },
  ]);
});

async function buildClaiming(
  db: Database,
  person: Partial<typeof users.$inferInsert> = {},
  place: Partial<typeof places.$inferInsert> = {},
) {
  const { id: placeId } = await buildPlace(db, { website: WEBSITE, ...place });
  const { id: claimerId } = await buildUser(db, person);
  return { placeId, claimerId, now: NOW };
}

/** Of the last mail with one, as its reader sees it. */
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

function siteWith(asked: string[], { file, front }: { file: string | null; front: string | null }) {
  const found = (body: string | null): Reading =>
    body === null ? { kind: "read", status: 404, body: "" } : { kind: "read", status: 200, body };
  return {
    read: async (url: string): Promise<Reading> => {
      asked.push(url);
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

function told(db: Database, userId: string) {
  return db.select().from(notifications).where(eq(notifications.userId, userId));
}
