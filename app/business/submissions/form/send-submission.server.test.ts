import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { mails } from "#app/db/schema/mail.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findDraft, saveDraft } from "./submission-drafts.server.ts";
import { FILL_TIME_MS_MIN, verifyFormStamp, signFormStamp } from "./form-stamp.server.ts";
import {
  purgeOldSubmitters,
  GUEST_SUBMISSIONS_PER_DAY_MAX,
  normalizeEmailAddress,
  MEMBER_SUBMISSIONS_PER_DAY_MAX,
  MAIL_CONFIRMATIONS_PER_ADDRESS_MAX,
  sendSubmission,
} from "./send-submission.server.ts";
import { buildSubmission, createSubmission } from "../submission-builders.ts";
import { confirmMail, findMailConfirmation, findSubmissionOutcome } from "../submission-queries.server.ts";

const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

test("a submission is pending with a case, and its page says so", async ({ db }) => {
  const { key } = await createSubmission(db, buildSubmission());

  expect(await findSubmissionOutcome(db, key)).toMatchObject({
    name: "Pearl Street Bakery",
    fate: null,
    readLabel: null,
    place: null,
    mail: "none",
  });
  expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([{ about: "submission" }]);
  expect(await findSubmissionOutcome(db, "0".repeat(32))).toBeNull();
  expect(await findSubmissionOutcome(db, "' or 1=1")).toBeNull();
});

test("sending a submission twenty times makes one; another person's is separate", async ({ db }) => {
  const sent = buildSubmission({ email: "mia@example.com" });
  const keys = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const outcome = await sendSubmission(db, sent);
    keys.add(typeof outcome === "string" ? outcome : outcome.key);
  }
  const other = await sendSubmission(db, { ...sent, submitter: buildReporter() });

  expect(keys.size).toBe(1);
  expect([...keys]).not.toContain(typeof other === "string" ? other : other.key);
  expect(await db.$count(submissions)).toBe(2);
  expect(await db.$count(mails)).toBe(1);
});

describe("the daily limit of submissions", () => {
  test("applies per guest's browser or network, whatever the business's name", async ({ db }) => {
    const submitter = buildReporter();
    const send = (number: number, who = submitter) =>
      sendSubmission(db, buildSubmission({ name: `Bakery ${number}`, description: "", submitter: who }));
    for (let count = 0; count < GUEST_SUBMISSIONS_PER_DAY_MAX; count += 1) await send(count);

    expect(await send(90)).toBe("too-many");
    expect(await send(91, { ...buildReporter(), ipHash: submitter.ipHash })).toBe("too-many");
    expect(await send(92, buildReporter())).toHaveProperty("key");
    const tomorrow = buildSubmission({ name: "Bakery 93", description: "", submitter, now: later(1.1) });
    expect(await sendSubmission(db, tomorrow)).toHaveProperty("key");
  });

  test("is higher for members", async ({ db }) => {
    const submitter = buildReporter({ userId: (await buildUser(db)).id });
    const send = (number: number) =>
      sendSubmission(db, buildSubmission({ name: `Bakery ${number}`, description: "", submitter }));
    for (let count = 0; count < MEMBER_SUBMISSIONS_PER_DAY_MAX; count += 1) await send(count);

    expect(await send(90)).toBe("too-many");
  });

  test("refuses a description that was sent for another business", async ({ db }) => {
    await sendSubmission(db, buildSubmission());

    const outcome = await sendSubmission(db, buildSubmission({ name: "Ruby Street Bakery" }));

    expect(outcome).toBe("same-text");
  });
});

describe("an email address", () => {
  test("is confirmed first, by a mail without typed text; only the button confirms it", async ({ db }) => {
    const sent = buildSubmission({ name: "BUY CHEAP WATCHES", note: "watches", email: "mia@example.com" });
    const { key, emailKey } = await createSubmission(db, sent);

    const [mail] = await db.select().from(mails);
    expect(mail).toMatchObject({ toAddress: "mia@example.com", toName: "", subject: "Confirm your email address" });
    expect(`${mail?.bodyText} ${mail?.bodyHtml}`).not.toMatch(/watches/i);
    expect(mail?.bodyText).not.toContain(key);
    expect(await findMailConfirmation(db, emailKey ?? "")).toEqual({ address: "mia@example.com" });
    expect((await findSubmissionOutcome(db, key))?.mail).toBe("requested");
    expect(await confirmMail(db, { emailKey: emailKey ?? "", now: NOW })).toBe(key);
    expect((await findSubmissionOutcome(db, key))?.mail).toBe("confirmed");
    expect(await confirmMail(db, { emailKey: emailKey ?? "", now: NOW })).toBeNull();
    expect(await confirmMail(db, { emailKey: "' or 1=1", now: NOW })).toBeNull();
  });

  test("of the member's own account needs no confirmation", async ({ db }) => {
    const user = await buildUser(db, { email: "mia@example.com" });
    const submitter = buildReporter({ userId: user.id });
    const sent = buildSubmission({ submitter, email: "Mia@example.com", ownAddress: user.email });
    const { key } = await createSubmission(db, sent);

    const [mail] = await db.select().from(mails);
    expect(mail).toMatchObject({ userId: user.id, subject: "We received your submission of Pearl Street Bakery" });
    expect((await findSubmissionOutcome(db, key))?.mail).toBe("confirmed");
  });

  test("can’t be flooded: one request a day and few in total per address, however it is spelled", async ({ db }) => {
    const spellings = ["mia@example.com", "MIA+1@example.com", "m.i.a@example.com", "mia+shop@Example.com"];
    const name = (number: number, email: string, now: Date) =>
      sendSubmission(db, buildSubmission({ name: `Bakery ${number}`, description: "", email, now }));
    for (const [index, spelling] of spellings.entries()) await name(index, spelling, NOW);
    expect(await db.$count(mails)).toBe(1);
    for (let days = 1; days < 20; days += 1) await name(100 + days, "mia@example.com", later(days * 1.1));

    expect(await db.$count(mails)).toBeLessThanOrEqual(MAIL_CONFIRMATIONS_PER_ADDRESS_MAX);
    expect(new Set(spellings.map(normalizeEmailAddress))).toEqual(new Set(["mia@example.com"]));
  });
});

test("a form's opening time is signed and can't be forged", async ({ db }) => {
  const stamp = await signFormStamp(db, NOW);
  const after = (ms: number) => verifyFormStamp(db, stamp, new Date(NOW.getTime() + ms));

  expect(await after(FILL_TIME_MS_MIN - 1)).toBe("too-quick");
  expect(await after(FILL_TIME_MS_MIN)).toBe("fine");
  expect(await after(8 * DAY_MS)).toBe("too-old");
  for (const forged of [
    "",
    "0",
    stamp.replace(/^\d/, "9"),
    `${stamp.slice(0, -1)}x`,
    `${NOW.getTime()}.${"0".repeat(64)}`,
  ]) {
    expect(await verifyFormStamp(db, forged, later(1))).toBe("not-ours");
  }
});

test("a member has one draft, the last one saved, with a size limit", async ({ db }) => {
  const [mia, ben] = [await buildUser(db), await buildUser(db)];
  const save = (fields: Record<string, string>) => saveDraft(db, { userId: mia.id, fields, now: NOW });

  expect([await save({ name: "Pe" }), await save({ name: "Pearl" })]).toEqual(["saved", "saved"]);
  expect(await save({ name: "x".repeat(50_000) })).toBe("too-long");
  expect((await findDraft(db, mia.id))?.fields).toEqual({ name: "Pearl" });
  expect(await findDraft(db, ben.id)).toBeNull();
  await purgeOldSubmitters(db, later(91));
  expect(await findDraft(db, mia.id)).toBeNull();
});

test("after 60 days the submitter's browser and network hashes are deleted", async ({ db }) => {
  const { id } = await createSubmission(db, buildSubmission({ email: "mia@example.com" }));

  await purgeOldSubmitters(db, later(61));

  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  expect(row).toMatchObject({ browserHash: null, ipHash: null, emailHash: null, digest: null, emailKey: null });
});
