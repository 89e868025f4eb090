import { isUuid } from "#app/lib/uuid.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { claimPath, type ClaimField, EVIDENCE_CHARACTERS_MAX, EVIDENCE_CHARACTERS_MIN, SITE_CODE } from "./claim.ts";
import type { Claimable } from "./claim-view.server.ts";
import {
  type CodeTrouble,
  confirmMailCode,
  confirmSiteCode,
  type Limited,
  startEvidenceClaim,
  startMailClaim,
  startSiteClaim,
  withdrawClaim,
} from "./claims.server.ts";

/** Where a form leads, or why it was not taken: `field` is the control that is wrong, if one is. */
export type ClaimAnswer = { to: string } | { status: number; why: string; field: ClaimField | null };

type Sent = {
  site: Pick<Site, "db" | "now" | "websites">;
  place: Claimable;
  claimerId: string;
  form: SentForm;
  /** The code for the website that stands in the page's address, to stay there; null when none does. */
  siteCode: string | null;
};

/** Carries out what one of the forms of the claim's page asks. */
export async function answerClaimForm(sent: Sent): Promise<ClaimAnswer> {
  switch (sent.form.text("intent")) {
    case "mail":
      return askForMail(sent);
    case "code":
      return giveCode(sent);
    case "site":
      return askForSiteCode(sent);
    case "look":
      return look(sent);
    case "evidence":
      return sendEvidence(sent);
    case "withdraw":
      return withdraw(sent);
    default:
      return refused(400, "Choose how you prove that it is yours.");
  }
}

async function askForMail({ site: { db, now }, place, claimerId, form, siteCode }: Sent): Promise<ClaimAnswer> {
  const typed = form.text("address");
  const outcome = await startMailClaim(db, { placeId: place.id, claimerId, typed, now });
  if (outcome === "sent") return { to: `${claimPath(place.slug, siteCode)}#mail` };
  if (typeof outcome === "string") return refused(409, NOT_BEGUN[outcome]);
  return "problem" in outcome ? refused(400, outcome.problem, "address") : tooMany(outcome);
}

async function askForSiteCode({ site: { db, now }, place, claimerId, form }: Sent): Promise<ClaimAnswer> {
  const draft = form.text("draft").slice(0, DRAFT_CHARACTERS_MAX);
  const outcome = await startSiteClaim(db, { placeId: place.id, claimerId, draft, now });
  if (typeof outcome === "string") return refused(409, NOT_BEGUN[outcome]);
  return "code" in outcome ? { to: `${claimPath(place.slug)}?code=${outcome.code}#site` } : tooMany(outcome);
}

const DRAFT_CHARACTERS_MAX = 64;

const NOT_BEGUN = {
  "no-such-place": "The place is listed no longer.",
  run: "Somebody runs it here already. Tell an editor below why it is yours.",
  "way-closed": "The website has changed meanwhile, and this way is closed now.",
};

async function giveCode({ site: { db, now }, place, claimerId, form }: Sent): Promise<ClaimAnswer> {
  const typed = form.text("code").slice(0, CODE_CHARACTERS_MAX);
  const outcome = await confirmMailCode(db, { placeId: place.id, claimerId, typed, now });
  return outcome === "granted" ? { to: `/business/${place.slug}` } : troubled(outcome, "code");
}

const CODE_CHARACTERS_MAX = 40;

async function look({ site: { db, now, websites }, place, claimerId, form }: Sent): Promise<ClaimAnswer> {
  const code = form.text("code").trim();
  if (!SITE_CODE.test(code)) return troubled("no-code", null);
  const outcome = await confirmSiteCode(db, { placeId: place.id, claimerId, code, websites, now });
  if (outcome === "granted") return { to: `/business/${place.slug}` };
  return typeof outcome === "string" ? troubled(outcome, null) : refused(409, `Not seen yet. ${outcome.unseen}`);
}

const TROUBLES: Record<CodeTrouble, { status: number; why: string }> = {
  "no-code": { status: 409, why: "No code waits for you here. Ask for one." },
  expired: { status: 409, why: "The code has run out. Ask for another." },
  "no-tries": { status: 429, why: "That was tried too often. Ask for another code." },
  wrong: { status: 400, why: "That isn’t the code." },
  "website-changed": { status: 409, why: "The website of the place has changed meanwhile. Ask for another code." },
  run: { status: 409, why: NOT_BEGUN.run },
  "not-you": { status: 403, why: "Your account can’t run a place just now." },
  "no-such-place": { status: 409, why: NOT_BEGUN["no-such-place"] },
};

function troubled(trouble: CodeTrouble, field: ClaimField | null): ClaimAnswer {
  return { ...TROUBLES[trouble], field };
}

async function sendEvidence({ site: { db, now }, place, claimerId, form, siteCode }: Sent): Promise<ClaimAnswer> {
  const evidence = plainText(form.text("evidence"));
  const length = characterCount(evidence);
  if (length < EVIDENCE_CHARACTERS_MIN || length > EVIDENCE_CHARACTERS_MAX) {
    const bounds = `${EVIDENCE_CHARACTERS_MIN} to ${EVIDENCE_CHARACTERS_MAX.toLocaleString("en-US")}`;
    return refused(400, `Write ${bounds} characters; it has ${length}.`, "evidence");
  }
  const outcome = await startEvidenceClaim(db, { placeId: place.id, claimerId, evidence, now });
  if (outcome === "waits") return { to: `${claimPath(place.slug, siteCode)}#evidence` };
  return outcome === "no-such-place" ? refused(409, NOT_BEGUN["no-such-place"]) : tooMany(outcome);
}

async function withdraw({ site: { db, now }, place, claimerId, form }: Sent): Promise<ClaimAnswer> {
  const claimId = form.text("claim");
  if (!isUuid(claimId)) return refused(400, "Choose what you take back.");
  await withdrawClaim(db, { claimId, claimerId, now });
  return { to: claimPath(place.slug) };
}

const LIMIT_WORDS = {
  person: "You have begun as many claims as a day allows. Go on tomorrow, or with a code that you have.",
  place: "This place has been claimed as often as a day allows. Try again tomorrow.",
  address: "As many codes went to that address as a day allows. Try again tomorrow, or prove it another way.",
};

function tooMany({ limited }: Limited): ClaimAnswer {
  return refused(429, LIMIT_WORDS[limited]);
}

function refused(status: number, why: string, field: ClaimField | null = null): ClaimAnswer {
  return { status, why, field };
}
