import { randomUUID } from "node:crypto";

import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type ClaimMethod, placeClaims } from "#app/db/schema/business.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import { openPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { isPresumedOpen } from "#app/guide/places/facts/closure.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import type { WebsiteReader } from "#app/platform/website-reader.server.ts";

import { mailClaimCode, mailUser } from "./business-mails.server.ts";
import { CLAIM_META_NAME, codeFilePath, MAIL_CODE_MINUTES, WEBSITE_CODE_DAYS } from "./claim.ts";
import { hashSecret, matchesHash, generateMailCode, deriveWebsiteCode, normalizeCode } from "./claim-codes.server.ts";
import { mailMethodState, websiteOrigin, parseClaimEmail, websiteMethodState } from "./claim-methods.server.ts";
import {
  type LockedPlaceRow,
  lockPlaceForUpdate,
  isManaged,
  addManager,
  notifyManagers,
} from "../people/place-managers.server.ts";

/** Claims started within 24 hours, whatever their outcome. A person claims a few places at most, and a place has one owner. */
export const CLAIMS_PER_PERSON_MAX = 8;
export const CLAIMS_PER_PLACE_MAX = 12;
/** Keeps strangers from flooding an inbox with codes. */
export const CODES_PER_EMAIL_MAX = 3;

/** Attempts at one emailed code. */
export const CODE_TRIES_MAX = 5;
/** Checks of a website for one code. The column has the same limit. */
export const SITE_CHECKS_MAX = 20;

/** The same form sent again within a minute is a double click and sends no second mail. */
const RESEND_MS = 60_000;

type ClaimInput = { placeId: number; claimerId: string; now: Date };

/** Which limit is reached. */
export type ClaimLimitRefusal = { limited: "person" | "place" | "address" };
/** Why a claim can't start. "managed": the place is managed already. "method-closed": this method isn't available for it. */
type StartRefusal = "no-such-place" | "managed" | "method-closed" | ClaimLimitRefusal;

/**
 * Mails a code to an address at the domain of the place's website. The answer doesn't reveal whether the address exists.
 *
 * @returns `problem`: a message that says why the address isn't accepted.
 */
export async function startMailClaim(
  db: Database,
  { typed, ...input }: ClaimInput & { typed: string },
): Promise<"sent" | { problem: string } | StartRefusal> {
  const { placeId, claimerId, now } = input;
  return db.transaction(async (tx) => {
    const place = await claimablePlace(tx, placeId);
    if (typeof place === "string") return place;
    const method = mailMethodState(place.website);
    if (!method.isOpen) return "method-closed";
    const read = parseClaimEmail(typed, method.domain);
    if ("problem" in read) return read;
    const { address } = read;
    const open = await openClaim(tx, { ...input, method: "mail" });
    const isResend = open?.email === address && now.getTime() - open.startedAt.getTime() < RESEND_MS;
    if (isResend) return "sent";
    const limited = await limitReached(tx, { ...input, address });
    if (limited !== null) return limited;

    const [claimId, code] = [randomUUID(), generateMailCode()];
    await closeReplacedClaims(tx, { ...input, method: "mail" });
    await tx.insert(placeClaims).values({
      id: claimId,
      placeId,
      claimerId,
      method: "mail",
      domain: method.domain,
      email: address,
      codeHash: hashSecret(salted(claimId, code)),
      startedAt: now,
      expiresAt: new Date(now.getTime() + MAIL_CODE_MINUTES * MINUTE_MS),
    });
    await mailClaimCode(tx, { claimId, address, code, place, now });
    return "sent";
  });
}

/** Salts with the claim's id, so that equal codes of two claims have different hashes. */
function salted(claimId: string, code: string): string {
  return `${claimId} ${code}`;
}

/**
 * Issues a code to put on the place's website. The same draft token always gives the same code.
 *
 * @returns The code. The database has only its hash.
 */
export async function startWebsiteClaim(
  db: Database,
  { draft, ...input }: ClaimInput & { draft: string },
): Promise<{ code: string } | StartRefusal> {
  const { placeId, claimerId, now } = input;
  return db.transaction(async (tx) => {
    const place = await claimablePlace(tx, placeId);
    if (typeof place === "string") return place;
    const method = websiteMethodState(place.website);
    if (!method.isOpen) return "method-closed";
    const code = deriveWebsiteCode({ placeId, claimerId, draft });
    const open = await openClaim(tx, { ...input, method: "site" });
    if (open !== undefined && matchesHash(open.codeHash, code)) return { code };
    const limited = await limitReached(tx, input);
    if (limited !== null) return limited;

    await closeReplacedClaims(tx, { ...input, method: "site" });
    await tx.insert(placeClaims).values({
      placeId,
      claimerId,
      method: "site",
      domain: method.domain,
      codeHash: hashSecret(code),
      startedAt: now,
      expiresAt: new Date(now.getTime() + WEBSITE_CODE_DAYS * DAY_MS),
    });
    return { code };
  });
}

/** Opens a case with the claimer's evidence; a dispute if the place is managed already. Sending it again changes nothing. */
export async function startEvidenceClaim(
  db: Database,
  { evidence, ...input }: ClaimInput & { evidence: string },
): Promise<"waits" | "no-such-place" | ClaimLimitRefusal> {
  const { placeId, claimerId, now } = input;
  return db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, placeId);
    if (place === null || !isPresumedOpen(place)) return "no-such-place";
    if ((await openClaim(tx, { ...input, method: "evidence" })) !== undefined) return "waits";
    const limited = await limitReached(tx, input);
    if (limited !== null) return limited;
    const reasons = [(await isManaged(tx, placeId)) ? "dispute" : "claim"];
    const caseId = await openPlaceCase(tx, { kind: "claim", placeId, reasons, now });
    await tx.insert(placeClaims).values({ placeId, claimerId, method: "evidence", evidence, caseId, startedAt: now });
    return "waits";
  });
}

/** Why a code was refused. In every case the place's managers stay the same. */
/** Why a code is refused. "not-you": the account of the claimer is suspended or deleted. */
export type CodeRefusal =
  | "no-code"
  | "expired"
  | "no-tries"
  | "wrong"
  | "website-changed"
  | "managed"
  | "not-you"
  | "no-such-place";

/** Checks an emailed code. Each attempt is counted before the comparison, so parallel requests get no more than five. */
export async function confirmMailCode(
  db: Database,
  { typed, ...input }: ClaimInput & { typed: string },
): Promise<"granted" | CodeRefusal> {
  return db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, input.placeId);
    if (place === null) return "no-such-place";
    const claim = await countAttempt(tx, { ...input, method: "mail", triesMax: CODE_TRIES_MAX });
    if (typeof claim === "string") return claim;
    if (!matchesHash(claim.codeHash, salted(claim.id, normalizeCode(typed)))) {
      return claim.tries === CODE_TRIES_MAX ? "no-tries" : "wrong";
    }
    const method = mailMethodState(place.website);
    if (!method.isOpen || method.domain !== claim.domain) return "website-changed";
    return grantByCode(tx, { place, claim, now: input.now });
  });
}

/** Looks for an issued code on the place's website. No transaction is open while the website is read. */
export async function confirmWebsiteCode(
  db: Database,
  { code, websites, ...input }: ClaimInput & { code: string; websites: Pick<WebsiteReader, "read"> },
): Promise<"granted" | CodeRefusal | SiteCheckRefusal> {
  const { placeId, now } = input;
  const started = await db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, placeId);
    if (place === null) return "no-such-place";
    const claim = await countAttempt(tx, { ...input, method: "site", triesMax: SITE_CHECKS_MAX });
    if (typeof claim === "string") return claim;
    return matchesHash(claim.codeHash, code) ? { website: place.website, claim } : "no-code";
  });
  if (typeof started === "string") return started;
  const found = await findOnSite(websites, { website: started.website, code });
  if (found !== "found") return found;
  return db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, placeId);
    if (place === null) return "no-such-place";
    const method = websiteMethodState(place.website);
    const isSame = place.website === started.website && method.isOpen && method.domain === started.claim.domain;
    if (!isSame) return "website-changed";
    const claim = await openClaim(tx, { ...input, method: "site" });
    return claim?.id === started.claim.id ? grantByCode(tx, { place, claim, now }) : "no-code";
  });
}

/** A message that says why the code wasn't found. It reveals nothing about other machines, such as hosts in our network. */
export type SiteCheckRefusal = { unseen: string };

async function findOnSite(
  websites: Pick<WebsiteReader, "read">,
  { website, code }: { website: string | null; code: string },
): Promise<"found" | SiteCheckRefusal> {
  const origin = websiteOrigin(website);
  if (origin === null) return { unseen: "We don’t have a website for this place." };
  const [file, front] = await Promise.all([websites.read(origin + codeFilePath(code)), websites.read(`${origin}/`)]);
  if (file.kind === "read" && file.status === 200 && file.body.trim() === code) return "found";
  if (front.kind === "read" && front.status === 200 && hasClaimTag(front.body, code)) return "found";
  const [reading] = [front, file].filter(({ kind }) => kind === "unread");
  if (reading?.kind === "unread") return { unseen: UNREAD_MESSAGES[reading.why] };
  return { unseen: "Your website answered, but the code is neither in the file nor in the head of the home page." };
}

const UNREAD_MESSAGES = {
  "not-a-website": "We can’t check that website address, or the address it redirects to.",
  "not-public": "The website’s name doesn’t resolve to a public address.",
  "other-site": "The website redirects to a different site.",
  redirects: "The website redirects too many times.",
  "too-big": "The home page is larger than a megabyte. Put the code in the file instead.",
  "too-slow": "The website didn’t answer within five seconds.",
  "no-answer": "The website isn’t answering.",
  busy: "We’re checking too many websites right now. Try again in a minute.",
};

/** Only the head counts: a page's body may have text by its visitors. */
function hasClaimTag(html: string, code: string): boolean {
  const [head = ""] = html.replaceAll(/<!--[\s\S]*?-->/g, "").split(/<\/head\b|<body\b/i);
  return [...head.matchAll(/<meta\b[^>]{0,500}>/gi)].some(
    ([tag]) => attributeOf(tag, "name") === CLAIM_META_NAME && attributeOf(tag, "content") === code,
  );
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']?([\\w-]{1,64})["'\\s/>]`, "i").exec(tag)?.[1];
}

/** Closes an open claim for its claimer. An evidence claim is deleted, so that no editor reads it. */
export async function withdrawClaim(
  db: Database,
  { claimId, claimerId, now }: { claimId: string; claimerId: string; now: Date },
): Promise<void> {
  const isTheirs = and(eq(placeClaims.id, claimId), eq(placeClaims.claimerId, claimerId), isNull(placeClaims.closedAt));
  await db.delete(placeClaims).where(and(isTheirs, eq(placeClaims.method, "evidence")));
  await db.update(placeClaims).set({ closedAt: now, outcome: "withdrawn" }).where(isTheirs);
}

/** How long claims are retained. */
export const CLAIM_RETENTION_DAYS = 180;

/** Deletes old claims; a granted claim keeps its row without email address and evidence. Served by place_claims_by_day. */
export async function purgeOldClaims(db: Database, now: Date): Promise<void> {
  const isOld = lt(placeClaims.startedAt, new Date(now.getTime() - CLAIM_RETENTION_DAYS * DAY_MS));
  await db
    .update(placeClaims)
    .set({ email: null, evidence: "" })
    .where(and(isOld, eq(placeClaims.outcome, "granted")));
  const isObsolete = or(
    sql`${placeClaims.outcome} <> 'granted'`,
    and(isNull(placeClaims.closedAt), lt(placeClaims.expiresAt, now)),
  );
  await db.delete(placeClaims).where(and(isOld, isObsolete));
}

async function claimablePlace(db: Database, placeId: number): Promise<LockedPlaceRow | "no-such-place" | "managed"> {
  const place = await lockPlaceForUpdate(db, placeId);
  if (place === null || !isPresumedOpen(place)) return "no-such-place";
  return (await isManaged(db, placeId)) ? "managed" : place;
}

type ClaimRow = typeof placeClaims.$inferSelect;

/** Served by place_claims_open. */
async function openClaim(
  db: Database,
  { placeId, claimerId, method }: Pick<ClaimInput, "placeId" | "claimerId"> & { method: ClaimMethod },
): Promise<ClaimRow | undefined> {
  const [open] = await db
    .select()
    .from(placeClaims)
    .where(and(isOpenClaimOf({ placeId, claimerId }), eq(placeClaims.method, method)));
  return open;
}

function isOpenClaimOf({ placeId, claimerId }: Pick<ClaimInput, "placeId" | "claimerId">): SQL | undefined {
  return and(eq(placeClaims.placeId, placeId), eq(placeClaims.claimerId, claimerId), isNull(placeClaims.closedAt));
}

async function closeReplacedClaims(
  db: Database,
  { method, now, ...input }: ClaimInput & { method: ClaimMethod },
): Promise<void> {
  await db
    .update(placeClaims)
    .set({ closedAt: now, outcome: "replaced" })
    .where(and(isOpenClaimOf(input), eq(placeClaims.method, method)));
}

/** Served by place_claims_by_claimer, place_claims_by_place and place_claims_by_email. */
async function limitReached(
  db: Database,
  { placeId, claimerId, now, address }: ClaimInput & { address?: string },
): Promise<ClaimLimitRefusal | null> {
  const isRecent = gt(placeClaims.startedAt, new Date(now.getTime() - DAY_MS));
  const count = (whose: SQL) => db.$count(placeClaims, and(whose, isRecent));
  if ((await count(eq(placeClaims.claimerId, claimerId))) >= CLAIMS_PER_PERSON_MAX) return { limited: "person" };
  if ((await count(eq(placeClaims.placeId, placeId))) >= CLAIMS_PER_PLACE_MAX) return { limited: "place" };
  if (address === undefined) return null;
  const sent = await count(eq(placeClaims.email, address));
  return sent >= CODES_PER_EMAIL_MAX ? { limited: "address" } : null;
}

/** Counts an attempt at an open code and returns its claim, or why there is no code to try. */
async function countAttempt(
  db: Database,
  { now, method, triesMax, ...input }: ClaimInput & { method: ClaimMethod; triesMax: number },
): Promise<ClaimRow | "no-code" | "expired" | "no-tries"> {
  const isOpen = and(isOpenClaimOf(input), eq(placeClaims.method, method));
  const [counted] = await db
    .update(placeClaims)
    .set({ tries: sql`${placeClaims.tries} + 1` })
    .where(and(isOpen, lt(placeClaims.tries, triesMax), gt(placeClaims.expiresAt, now)))
    .returning();
  if (counted !== undefined) return counted;
  const open = await openClaim(db, { ...input, method });
  if (open === undefined) return "no-code";
  return open.expiresAt !== null && open.expiresAt <= now ? "expired" : "no-tries";
}

/** `actor`: the editor who grants the claim, on a case. A claim granted by a code is recorded as the claimer's own act. */
type GrantInput = {
  place: LockedPlaceRow;
  claim: Pick<ClaimRow, "id" | "claimerId">;
  actor?: Actor;
  caseId?: string | null;
  now: Date;
};

/** If two people have codes for a place, the first code entered wins. */
async function grantByCode(db: Database, given: GrantInput): Promise<"granted" | "managed" | "not-you"> {
  if (await isManaged(db, given.place.id)) return "managed";
  return (await grantClaim(db, given)) ? "granted" : "not-you";
}

/**
 * Makes the claimer an owner of a locked place and notifies its managers.
 *
 * @returns False when the account is suspended or deleted; then nothing changes.
 */
export async function grantClaim(
  db: Database,
  { place, claim, caseId = null, now, ...given }: GrantInput,
): Promise<boolean> {
  const { claimerId: userId } = claim;
  const addition = { placeId: place.id, userId, role: "owner", addedBy: null, ...given, now } as const;
  if (!(await addManager(db, addition))) return false;
  await db.update(placeClaims).set({ closedAt: now, outcome: "granted" }).where(eq(placeClaims.id, claim.id));
  // The claimer's other open claims are pointless now, and editors needn't read them.
  const isOtherClaim = isOpenClaimOf({ placeId: place.id, claimerId: userId });
  await db.delete(placeClaims).where(and(isOtherClaim, eq(placeClaims.method, "evidence")));
  await db.update(placeClaims).set({ closedAt: now, outcome: "replaced" }).where(isOtherClaim);
  const about = { slug: place.slug, name: place.name };
  await notifyUser(db, { userId, notification: { kind: "claim-granted", place: about }, caseId, now });
  await notifyManagers(db, {
    placeId: place.id,
    but: [userId],
    notification: { kind: "people-changed", place: about, change: "claimed" },
    now,
  });
  await mailUser(db, {
    key: `claim-granted:${claim.id}:${now.getTime()}`,
    userId,
    subject: `You manage ${place.name} on Rowhouse now`,
    paragraphs: [
      `You’ve shown that ${place.name} is yours, so you can now manage its listing.`,
      "Check its hours and other details, reply to reviews, and invite people who help you. If this wasn’t you, reply to this email.",
    ],
    link: { label: "Manage your listing", path: `/business/${place.slug}` },
    now,
  });
  return true;
}

/** A claimer's open claims to a place, newest first. */
export async function findOpenClaims(
  db: Database,
  input: Pick<ClaimInput, "placeId" | "claimerId">,
): Promise<ClaimRow[]> {
  return db.select().from(placeClaims).where(isOpenClaimOf(input)).orderBy(desc(placeClaims.startedAt));
}
