import { isUuid } from "#app/lib/uuid.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import {
  claimPath,
  type ClaimField,
  EVIDENCE_CHARACTERS_MAX,
  EVIDENCE_CHARACTERS_MIN,
  WEBSITE_CODE_PATTERN,
} from "./claim.ts";
import type { ClaimablePlace } from "./claim-view.server.ts";
import {
  type CodeRefusal,
  confirmMailCode,
  confirmWebsiteCode,
  type ClaimLimitRefusal,
  startEvidenceClaim,
  startMailClaim,
  startWebsiteClaim,
  withdrawClaim,
} from "./claims.server.ts";

/** Where to redirect after a form, or why the form was refused. `field`: the control with the problem, if there is one. */
export type ClaimFormResult = { to: string } | { status: number; why: string; field: ClaimField | null };

type ClaimFormInput = {
  site: Pick<Site, "db" | "now" | "websites">;
  place: ClaimablePlace;
  claimerId: string;
  form: FormFields;
  /** The website code in the page's URL, which the redirect has to carry on; null without one. */
  siteCode: string | null;
};

/** Processes one of the forms of the claim page. */
export async function processClaimForm(input: ClaimFormInput): Promise<ClaimFormResult> {
  switch (input.form.text("intent")) {
    case "mail":
      return requestMailCode(input);
    case "code":
      return confirmCode(input);
    case "site":
      return requestSiteCode(input);
    case "look":
      return checkWebsite(input);
    case "evidence":
      return sendEvidence(input);
    case "withdraw":
      return withdraw(input);
    default:
      return refused(400, "Choose how to claim this place.");
  }
}

async function requestMailCode({
  site: { db, now },
  place,
  claimerId,
  form,
  siteCode,
}: ClaimFormInput): Promise<ClaimFormResult> {
  const typed = form.text("address");
  const outcome = await startMailClaim(db, { placeId: place.id, claimerId, typed, now });
  if (outcome === "sent") return { to: `${claimPath(place.slug, siteCode)}#mail` };
  if (typeof outcome === "string") return refused(409, START_REFUSALS[outcome]);
  return "problem" in outcome ? refused(400, outcome.problem, "address") : tooMany(outcome);
}

async function requestSiteCode({
  site: { db, now },
  place,
  claimerId,
  form,
}: ClaimFormInput): Promise<ClaimFormResult> {
  const draft = form.text("draft").slice(0, DRAFT_CHARACTERS_MAX);
  const outcome = await startWebsiteClaim(db, { placeId: place.id, claimerId, draft, now });
  if (typeof outcome === "string") return refused(409, START_REFUSALS[outcome]);
  return "code" in outcome ? { to: `${claimPath(place.slug)}?code=${outcome.code}#site` } : tooMany(outcome);
}

const DRAFT_CHARACTERS_MAX = 64;

const START_REFUSALS = {
  "no-such-place": "This place is no longer listed.",
  managed: "This place already has an owner. Tell an editor below why it’s yours.",
  "method-closed": "The website has changed in the meantime, so this method isn’t available anymore.",
};

async function confirmCode({ site: { db, now }, place, claimerId, form }: ClaimFormInput): Promise<ClaimFormResult> {
  const typed = form.text("code").slice(0, CODE_CHARACTERS_MAX);
  const outcome = await confirmMailCode(db, { placeId: place.id, claimerId, typed, now });
  return outcome === "granted" ? { to: `/business/${place.slug}` } : refusedCode(outcome, "code");
}

const CODE_CHARACTERS_MAX = 40;

async function checkWebsite({
  site: { db, now, websites },
  place,
  claimerId,
  form,
}: ClaimFormInput): Promise<ClaimFormResult> {
  const code = form.text("code").trim();
  if (!WEBSITE_CODE_PATTERN.test(code)) return refusedCode("no-code", null);
  const outcome = await confirmWebsiteCode(db, { placeId: place.id, claimerId, code, websites, now });
  if (outcome === "granted") return { to: `/business/${place.slug}` };
  return typeof outcome === "string" ? refusedCode(outcome, null) : refused(409, `Not found yet. ${outcome.unseen}`);
}

const CODE_REFUSALS: Record<CodeRefusal, { status: number; why: string }> = {
  "no-code": { status: 409, why: "You have no open code for this place. Get a new one." },
  expired: { status: 409, why: "The code has expired. Get a new one." },
  "no-tries": { status: 429, why: "Too many attempts. Get a new code." },
  wrong: { status: 400, why: "That’s not the right code." },
  "website-changed": { status: 409, why: "The place’s website has changed in the meantime. Get a new code." },
  managed: { status: 409, why: START_REFUSALS.managed },
  "not-you": { status: 403, why: "Your account can’t manage a place right now." },
  "no-such-place": { status: 409, why: START_REFUSALS["no-such-place"] },
};

function refusedCode(refusal: CodeRefusal, field: ClaimField | null): ClaimFormResult {
  return { ...CODE_REFUSALS[refusal], field };
}

async function sendEvidence({
  site: { db, now },
  place,
  claimerId,
  form,
  siteCode,
}: ClaimFormInput): Promise<ClaimFormResult> {
  const evidence = normalizeText(form.text("evidence"));
  const length = characterCount(evidence);
  if (length < EVIDENCE_CHARACTERS_MIN || length > EVIDENCE_CHARACTERS_MAX) {
    const bounds = `${EVIDENCE_CHARACTERS_MIN} to ${EVIDENCE_CHARACTERS_MAX.toLocaleString("en-US")}`;
    return refused(400, `Write ${bounds} characters. You have ${length}.`, "evidence");
  }
  const outcome = await startEvidenceClaim(db, { placeId: place.id, claimerId, evidence, now });
  if (outcome === "waits") return { to: `${claimPath(place.slug, siteCode)}#evidence` };
  return outcome === "no-such-place" ? refused(409, START_REFUSALS["no-such-place"]) : tooMany(outcome);
}

async function withdraw({ site: { db, now }, place, claimerId, form }: ClaimFormInput): Promise<ClaimFormResult> {
  const claimId = form.text("claim");
  if (!isUuid(claimId)) return refused(400, "Choose the claim to withdraw.");
  await withdrawClaim(db, { claimId, claimerId, now });
  return { to: claimPath(place.slug) };
}

const LIMIT_MESSAGES = {
  person: "You’ve reached today’s limit for claims. Try again tomorrow, or use a code you already have.",
  place: "This place has reached today’s limit for claims. Try again tomorrow.",
  address: "We’ve sent today’s limit of codes to that address. Try again tomorrow, or use another method.",
};

function tooMany({ limited }: ClaimLimitRefusal): ClaimFormResult {
  return refused(429, LIMIT_MESSAGES[limited]);
}

function refused(status: number, why: string, field: ClaimField | null = null): ClaimFormResult {
  return { status, why, field };
}
