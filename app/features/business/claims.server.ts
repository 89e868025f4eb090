import { randomUUID } from "node:crypto";

import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type ClaimWay, placeClaims } from "#app/db/schema/business.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import { openPlaceCase } from "#app/features/moderation/cases.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import type { WebsiteReader } from "#app/platform/website-reader.server.ts";

import { mailClaimCode, mailPerson } from "./business-mails.server.ts";
import { CLAIM_META_NAME, codeFilePath, MAIL_CODE_MINUTES, SITE_CODE_DAYS } from "./claim.ts";
import { hashOf, isHashOf, newMailCode, siteCode, typedCode } from "./claim-codes.server.ts";
import { mailWay, originOf, readClaimAddress, siteWay } from "./claim-ways.server.ts";
import { type HeldPlace, holdPlace, isRun, letRun, tellRunners } from "./run-place.server.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

/** What begins within a day, whatever became of it. A person tries a few of their places; a place has one owner to come. */
export const CLAIMS_PER_PERSON_MAX = 8;
export const CLAIMS_PER_PLACE_MAX = 12;
/** Nobody's mailbox is filled by others. */
export const CODES_PER_ADDRESS_MAX = 3;

/** Guesses at one mailed code. */
export const CODE_TRIES_MAX = 5;
/** Looks at a website for one code; the column's own limit. */
export const SITE_LOOKS_MAX = 20;

/** A form sent again within it is an impatient finger, and gets no second mail. */
const AGAIN_MS = 60_000;

type Claiming = { placeId: number; claimerId: string; now: Date };

/** Whose limit is reached. */
export type Limited = { limited: "person" | "place" | "address" };
/** What may be wrong with beginning a claim: nobody can, somebody runs it, this way isn't open. */
type NotBegun = "no-such-place" | "run" | "way-closed" | Limited;

/**
 * Mails a code to an address at the place's domain. Whether anybody reads there changes nothing of the answer.
 *
 * @returns `problem`: in words, why it is no such address.
 */
export async function startMailClaim(
  db: Database,
  { typed, ...claiming }: Claiming & { typed: string },
): Promise<"sent" | { problem: string } | NotBegun> {
  const { placeId, claimerId, now } = claiming;
  return db.transaction(async (tx) => {
    const place = await claimablePlace(tx, placeId);
    if (typeof place === "string") return place;
    const way = mailWay(place.website);
    if (!way.isOpen) return "way-closed";
    const read = readClaimAddress(typed, way.domain);
    if ("problem" in read) return read;
    const { address } = read;
    const open = await openClaim(tx, { ...claiming, way: "mail" });
    const isAgain = open?.mailAddress === address && now.getTime() - open.startedAt.getTime() < AGAIN_MS;
    if (isAgain) return "sent";
    const limited = await limitReached(tx, { ...claiming, address });
    if (limited !== null) return limited;

    const [claimId, code] = [randomUUID(), newMailCode()];
    await replaceOpen(tx, { ...claiming, way: "mail" });
    await tx.insert(placeClaims).values({
      id: claimId,
      placeId,
      claimerId,
      way: "mail",
      domain: way.domain,
      mailAddress: address,
      codeHash: hashOf(salted(claimId, code)),
      startedAt: now,
      expiresAt: new Date(now.getTime() + MAIL_CODE_MINUTES * MINUTE_MS),
    });
    await mailClaimCode(tx, { claimId, address, code, place, now });
    return "sent";
  });
}

/** So that equal codes of two claims are kept as different ones. */
function salted(claimId: string, code: string): string {
  return `${claimId} ${code}`;
}

/**
 * Gives a code for the place's own website. Of one draft it is always the same.
 *
 * @returns The code, which stands nowhere else.
 */
export async function startSiteClaim(
  db: Database,
  { draft, ...claiming }: Claiming & { draft: string },
): Promise<{ code: string } | NotBegun> {
  const { placeId, claimerId, now } = claiming;
  return db.transaction(async (tx) => {
    const place = await claimablePlace(tx, placeId);
    if (typeof place === "string") return place;
    const way = siteWay(place.website);
    if (!way.isOpen) return "way-closed";
    const code = siteCode({ placeId, claimerId, draft });
    const open = await openClaim(tx, { ...claiming, way: "site" });
    if (open !== undefined && isHashOf(open.codeHash, code)) return { code };
    const limited = await limitReached(tx, claiming);
    if (limited !== null) return limited;

    await replaceOpen(tx, { ...claiming, way: "site" });
    await tx.insert(placeClaims).values({
      placeId,
      claimerId,
      way: "site",
      domain: way.domain,
      codeHash: hashOf(code),
      startedAt: now,
      expiresAt: new Date(now.getTime() + SITE_CODE_DAYS * DAY_MS),
    });
    return { code };
  });
}

/** Puts what somebody writes before an editor; of a place that others run, as a dispute. Twice is once. */
export async function startEvidenceClaim(
  db: Database,
  { evidence, ...claiming }: Claiming & { evidence: string },
): Promise<"waits" | "no-such-place" | Limited> {
  const { placeId, claimerId, now } = claiming;
  return db.transaction(async (tx) => {
    const place = await holdPlace(tx, placeId);
    if (place?.status !== "published") return "no-such-place";
    if ((await openClaim(tx, { ...claiming, way: "evidence" })) !== undefined) return "waits";
    const limited = await limitReached(tx, claiming);
    if (limited !== null) return limited;
    const reasons = [(await isRun(tx, placeId)) ? "dispute" : "claim"];
    const caseId = await openPlaceCase(tx, { kind: "claim", placeId, reasons, now });
    await tx.insert(placeClaims).values({ placeId, claimerId, way: "evidence", evidence, caseId, startedAt: now });
    return "waits";
  });
}

/** What can go wrong with a code that was given. In all of these nobody runs the place who didn't before. */
export type CodeTrouble =
  | "no-code"
  | "expired"
  | "no-tries"
  | "wrong"
  | "website-changed"
  | "run"
  | "not-you"
  | "no-such-place";

/** Takes the code that came by mail. Each try counts before it is looked at, so that many at once are no more than five. */
export async function confirmMailCode(
  db: Database,
  { typed, ...claiming }: Claiming & { typed: string },
): Promise<"granted" | CodeTrouble> {
  return db.transaction(async (tx) => {
    const place = await holdPlace(tx, claiming.placeId);
    if (place === null) return "no-such-place";
    const claim = await countTry(tx, { ...claiming, way: "mail", triesMax: CODE_TRIES_MAX });
    if (typeof claim === "string") return claim;
    if (!isHashOf(claim.codeHash, salted(claim.id, typedCode(typed)))) {
      return claim.tries === CODE_TRIES_MAX ? "no-tries" : "wrong";
    }
    const way = mailWay(place.website);
    if (!way.isOpen || way.domain !== claim.domain) return "website-changed";
    return grantByCode(tx, { place, claim, now: claiming.now });
  });
}

/** Looks on the place's website for a code that was given for it. No transaction is open meanwhile. */
export async function confirmSiteCode(
  db: Database,
  { code, websites, ...claiming }: Claiming & { code: string; websites: Pick<WebsiteReader, "read"> },
): Promise<"granted" | CodeTrouble | SiteTrouble> {
  const { placeId, now } = claiming;
  const begun = await db.transaction(async (tx) => {
    const place = await holdPlace(tx, placeId);
    if (place === null) return "no-such-place";
    const claim = await countTry(tx, { ...claiming, way: "site", triesMax: SITE_LOOKS_MAX });
    if (typeof claim === "string") return claim;
    return isHashOf(claim.codeHash, code) ? { website: place.website, claim } : "no-code";
  });
  if (typeof begun === "string") return begun;
  const found = await findOnSite(websites, { website: begun.website, code });
  if (found !== "found") return found;
  return db.transaction(async (tx) => {
    const place = await holdPlace(tx, placeId);
    if (place === null) return "no-such-place";
    const way = siteWay(place.website);
    const isSame = place.website === begun.website && way.isOpen && way.domain === begun.claim.domain;
    if (!isSame) return "website-changed";
    const claim = await openClaim(tx, { ...claiming, way: "site" });
    return claim?.id === begun.claim.id ? grantByCode(tx, { place, claim, now }) : "no-code";
  });
}

/** Why a code was not seen on a website, in words that tell nothing of any other machine. */
export type SiteTrouble = { unseen: string };

async function findOnSite(
  websites: Pick<WebsiteReader, "read">,
  { website, code }: { website: string | null; code: string },
): Promise<"found" | SiteTrouble> {
  const origin = originOf(website);
  if (origin === null) return { unseen: "We know no website of this place." };
  const [file, front] = await Promise.all([websites.read(origin + codeFilePath(code)), websites.read(`${origin}/`)]);
  if (file.kind === "read" && file.status === 200 && file.body.trim() === code) return "found";
  if (front.kind === "read" && front.status === 200 && hasClaimTag(front.body, code)) return "found";
  const [reading] = [front, file].filter(({ kind }) => kind === "unread");
  if (reading?.kind === "unread") return { unseen: UNREAD_WORDS[reading.why] };
  return { unseen: "Your website answers, but the code is neither in the file nor in the front page’s head." };
}

const UNREAD_WORDS = {
  "not-a-website": "The address of the website, or where it leads, isn’t one that we look at.",
  "not-public": "The website’s name leads to no public address.",
  "other-site": "The website leads on to another one.",
  redirects: "The website leads on too often.",
  "too-big": "The website’s front page is larger than a megabyte: put the code in the file.",
  "too-slow": "The website didn’t answer within five seconds.",
  "no-answer": "The website doesn’t answer.",
  busy: "We are looking at too many websites just now. Try again in a minute.",
};

/** Only in the head: what stands in a page's body may be its visitors'. */
function hasClaimTag(html: string, code: string): boolean {
  const [head = ""] = html.replaceAll(/<!--[\s\S]*?-->/g, "").split(/<\/head\b|<body\b/i);
  return [...head.matchAll(/<meta\b[^>]{0,500}>/gi)].some(
    ([tag]) => attributeOf(tag, "name") === CLAIM_META_NAME && attributeOf(tag, "content") === code,
  );
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']?([\\w-]{1,64})["'\\s/>]`, "i").exec(tag)?.[1];
}

/** Ends what somebody has begun, on their own wish; of what an editor would have read nothing is kept. */
export async function withdrawClaim(
  db: Database,
  { claimId, claimerId, now }: { claimId: string; claimerId: string; now: Date },
): Promise<void> {
  const isTheirs = and(eq(placeClaims.id, claimId), eq(placeClaims.claimerId, claimerId), isNull(placeClaims.closedAt));
  await db.delete(placeClaims).where(and(isTheirs, eq(placeClaims.way, "evidence")));
  await db.update(placeClaims).set({ closedAt: now, outcome: "withdrawn" }).where(isTheirs);
}

/** Of codes and texts nothing is kept for longer; the privacy page says so too. */
const CLAIM_DAYS_KEPT = 180;

/** Forgets old claims, but for the row of one that was granted. Served by place_claims_by_day. */
export async function forgetOldClaims(db: Database, now: Date): Promise<void> {
  const isOld = lt(placeClaims.startedAt, new Date(now.getTime() - CLAIM_DAYS_KEPT * DAY_MS));
  await db
    .update(placeClaims)
    .set({ mailAddress: null, evidence: "" })
    .where(and(isOld, eq(placeClaims.outcome, "granted")));
  const isNoMore = or(
    sql`${placeClaims.outcome} <> 'granted'`,
    and(isNull(placeClaims.closedAt), lt(placeClaims.expiresAt, now)),
  );
  await db.delete(placeClaims).where(and(isOld, isNoMore));
}

async function claimablePlace(db: Database, placeId: number): Promise<HeldPlace | "no-such-place" | "run"> {
  const place = await holdPlace(db, placeId);
  if (place?.status !== "published") return "no-such-place";
  return (await isRun(db, placeId)) ? "run" : place;
}

type ClaimRow = typeof placeClaims.$inferSelect;

/** Served by place_claims_open. */
async function openClaim(
  db: Database,
  { placeId, claimerId, way }: Pick<Claiming, "placeId" | "claimerId"> & { way: ClaimWay },
): Promise<ClaimRow | undefined> {
  const [open] = await db
    .select()
    .from(placeClaims)
    .where(and(isOpenOf({ placeId, claimerId }), eq(placeClaims.way, way)));
  return open;
}

function isOpenOf({ placeId, claimerId }: Pick<Claiming, "placeId" | "claimerId">): SQL | undefined {
  return and(eq(placeClaims.placeId, placeId), eq(placeClaims.claimerId, claimerId), isNull(placeClaims.closedAt));
}

async function replaceOpen(db: Database, { way, now, ...claiming }: Claiming & { way: ClaimWay }): Promise<void> {
  await db
    .update(placeClaims)
    .set({ closedAt: now, outcome: "replaced" })
    .where(and(isOpenOf(claiming), eq(placeClaims.way, way)));
}

/** Served by place_claims_by_claimer, place_claims_by_place and place_claims_by_mail. */
async function limitReached(
  db: Database,
  { placeId, claimerId, now, address }: Claiming & { address?: string },
): Promise<Limited | null> {
  const isRecent = gt(placeClaims.startedAt, new Date(now.getTime() - DAY_MS));
  const count = (whose: SQL) => db.$count(placeClaims, and(whose, isRecent));
  if ((await count(eq(placeClaims.claimerId, claimerId))) >= CLAIMS_PER_PERSON_MAX) return { limited: "person" };
  if ((await count(eq(placeClaims.placeId, placeId))) >= CLAIMS_PER_PLACE_MAX) return { limited: "place" };
  if (address === undefined) return null;
  const sent = await count(eq(placeClaims.mailAddress, address));
  return sent >= CODES_PER_ADDRESS_MAX ? { limited: "address" } : null;
}

/** Counts a try of an open code, and gives the claim; else why there is none to be tried. */
async function countTry(
  db: Database,
  { now, way, triesMax, ...claiming }: Claiming & { way: ClaimWay; triesMax: number },
): Promise<ClaimRow | "no-code" | "expired" | "no-tries"> {
  const isOpen = and(isOpenOf(claiming), eq(placeClaims.way, way));
  const [counted] = await db
    .update(placeClaims)
    .set({ tries: sql`${placeClaims.tries} + 1` })
    .where(and(isOpen, lt(placeClaims.tries, triesMax), gt(placeClaims.expiresAt, now)))
    .returning();
  if (counted !== undefined) return counted;
  const open = await openClaim(db, { ...claiming, way });
  if (open === undefined) return "no-code";
  return open.expiresAt !== null && open.expiresAt <= now ? "expired" : "no-tries";
}

/** `actor`: an editor who grants it, on a case; else a code has, and so whoever claims. */
type Granting = {
  place: HeldPlace;
  claim: Pick<ClaimRow, "id" | "claimerId">;
  actor?: Actor;
  caseId?: string | null;
  now: Date;
};

/** Of two codes for one place the first to be given counts. */
async function grantByCode(db: Database, given: Granting): Promise<"granted" | "run" | "not-you"> {
  if (await isRun(db, given.place.id)) return "run";
  return (await grantClaim(db, given)) ? "granted" : "not-you";
}

/**
 * Has whoever claims a held place run it, and tells all whom it concerns.
 *
 * @returns False when they are suspended or have left: nothing was done.
 */
export async function grantClaim(
  db: Database,
  { place, claim, caseId = null, now, ...given }: Granting,
): Promise<boolean> {
  const { claimerId: userId } = claim;
  const run = { placeId: place.id, userId, role: "owner", addedBy: null, ...given, now } as const;
  if (!(await letRun(db, run))) return false;
  await db.update(placeClaims).set({ closedAt: now, outcome: "granted" }).where(eq(placeClaims.id, claim.id));
  // What else they had begun is needless now, and no editor needs to read it.
  const isLeft = isOpenOf({ placeId: place.id, claimerId: userId });
  await db.delete(placeClaims).where(and(isLeft, eq(placeClaims.way, "evidence")));
  await db.update(placeClaims).set({ closedAt: now, outcome: "replaced" }).where(isLeft);
  const about = { slug: place.slug, name: place.name };
  await tellPerson(db, { userId, told: { kind: "claim-granted", place: about }, caseId, now });
  await tellRunners(db, {
    placeId: place.id,
    but: [userId],
    told: { kind: "people-changed", place: about, change: "claimed" },
    now,
  });
  await mailPerson(db, {
    key: `claim-granted:${claim.id}:${now.getTime()}`,
    userId,
    subject: `You run ${place.name} at Rowhouse now`,
    paragraphs: [
      `You have shown that ${place.name} is yours, so its page here is yours to look after.`,
      "Look over its facts, answer what people write about it, and let in whoever helps you. If this wasn’t you, answer this mail.",
    ],
    link: { label: "Go to its pages", path: `/business/${place.slug}` },
    now,
  });
  return true;
}

/** What somebody has begun for a place, the latest first. */
export async function openClaimsOf(
  db: Database,
  claiming: Pick<Claiming, "placeId" | "claimerId">,
): Promise<ClaimRow[]> {
  return db.select().from(placeClaims).where(isOpenOf(claiming)).orderBy(desc(placeClaims.startedAt));
}
