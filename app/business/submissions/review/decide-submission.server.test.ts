import { eq } from "drizzle-orm";
import { expect } from "vitest";

import { mails } from "#app/db/schema/mail.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { parseSearch } from "#app/guide/search/page/search-request.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { buildRequestContext, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideSubmission } from "./decide-submission.server.ts";
import { buildListing, buildSubmission, createSubmission } from "../submission-builders.ts";
import { findSubmissionOutcome, findSubmissionCase, markSubmissionRead } from "../submission-queries.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

test("an approved submission becomes the corrected place, searchable, with source and date; the submitter is notified", async ({
  db,
}) => {
  const [editor, user] = [await buildUser(db, { role: "admin" }), await buildUser(db, { email: "mia@example.com" })];
  const submitter = buildReporter({ userId: user.id });
  const sent = buildSubmission({ submitter, email: user.email, ownAddress: user.email });
  const { id, key } = await createSubmission(db, sent);
  const found = await findSubmissionCase(db, id);
  await markSubmissionRead(db, { id, now: LATER });
  const listing = buildListing({ name: "Pearl Street Bakehouse" });

  const decided = { submissionId: id, reason: "", decidedBy: editor.id, now: LATER } as const;
  const outcome = await decideSubmission(db, { ...decided, fate: "published", listing, neighborhood: "shaw" });

  expect(outcome).toBe("decided");
  expect(found?.about).toMatchObject({ neighborhood: "shaw", relation: "I’m a customer" });
  expect(await findPlacePage(db, "pearl-street-bakehouse", buildRequestContext(LATER))).toMatchObject({
    name: "Pearl Street Bakehouse",
    phone: "+12025550177",
    neighborhood: { slug: "shaw" },
    origins: { phone: { checkedOn: "2027-01-13", sourceTitle: "A submission that an editor confirmed" } },
  });
  const results = await search(
    db,
    parseSearch(new URLSearchParams({ q: "pearl street bakehouse" })),
    buildRequestContext(LATER),
  );
  expect(JSON.stringify(results)).toContain("pearl-street-bakehouse");
  expect(await findSubmissionOutcome(db, key)).toMatchObject({
    fate: "published",
    place: { slug: "pearl-street-bakehouse" },
  });
  const notifications = await listNotifications(db, { userId: user.id, page: 1, count: 5 });
  expect(notifications.items).toMatchObject([
    { title: "Pearl Street Bakery is now listed", to: `/submissions/${key}` },
  ]);
  const decision = (await db.select().from(mails)).find(({ subject }) => subject.includes("it is in the guide"));
  expect(decision?.bodyText).toMatch(
    /See Pearl Street Bakery on Rowhouse: %SITE_URL%\/places\/pearl-street-bakehouse\n[\s\S]*Claim it: %SITE_URL%\/places\/pearl-street-bakehouse\/claim\n/,
  );
  expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
});

test("a second decision changes nothing, and a place of the same name gets its own slug", async ({ db }) => {
  const editor = await buildUser(db, { role: "admin" });
  const decide = (submissionId: string) =>
    decideSubmission(db, {
      submissionId,
      reason: "",
      decidedBy: editor.id,
      now: LATER,
      fate: "published",
      listing: buildListing({ hours: null, attributes: {}, phone: null, position: null }),
      neighborhood: "shaw",
    });
  const first = await createSubmission(db, buildSubmission());
  const second = await createSubmission(db, buildSubmission());

  expect([await decide(first.id), await decide(first.id), await decide(second.id)]).toEqual([
    "decided",
    "closed",
    "decided",
  ]);

  const rows = await db.select().from(places).where(eq(places.name, "Pearl Street Bakery"));
  expect(rows.map(({ slug }) => slug).sort()).toEqual(["pearl-street-bakery", "pearl-street-bakery-shaw"]);
  const facts = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, rows[0]?.id ?? 0));
  expect(facts.map(({ field }) => field)).not.toContain("hours");
  expect(new Set(facts.map(({ sourceId, origin }) => `${sourceId} ${origin}`))).toEqual(
    new Set(["business-submission person"]),
  );
});

test("a refused submission shows the reason, and only a confirmed guest address gets mail", async ({ db }) => {
  const editor = await buildUser(db, { role: "admin" });
  const { id, key } = await createSubmission(db, buildSubmission({ email: "mia@example.com" }));
  const decided = { submissionId: id, reason: "It is in Virginia.", decidedBy: editor.id, now: LATER } as const;

  expect(await decideSubmission(db, { ...decided, fate: "refused" })).toBe("decided");

  expect(await findSubmissionOutcome(db, key)).toMatchObject({
    fate: "refused",
    reason: "It is in Virginia.",
    place: null,
  });
  expect((await db.select().from(mails)).map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
});

test("a member with notifications by mail gets one mail about the decision", async ({ db }) => {
  const [editor, user] = [
    await buildUser(db, { role: "admin" }),
    await buildUser(db, { email: "mia@example.com", hasEmailNotifications: true }),
  ];
  const submitter = buildReporter({ userId: user.id });
  const sent = buildSubmission({ submitter, email: user.email, ownAddress: user.email });
  const { id } = await createSubmission(db, sent);
  await decideSubmission(db, { submissionId: id, reason: "No.", decidedBy: editor.id, now: LATER, fate: "refused" });

  const subjects = (await db.select().from(mails)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /not added|was not accepted/.test(subject))).toHaveLength(1);
});

test("a duplicate links the existing listing; an unknown slug is refused", async ({ db }) => {
  const editor = await buildUser(db, { role: "admin" });
  const place = await buildPlace(db, { name: "Pearl Street Bakery" });
  const { id, key } = await createSubmission(db, buildSubmission());
  const decide = (duplicateSlug: string) =>
    decideSubmission(db, {
      submissionId: id,
      reason: "",
      decidedBy: editor.id,
      now: LATER,
      fate: "duplicate",
      duplicateSlug,
    });

  expect(await decide("no-such-place")).toBe("no-place");
  expect(await decide(place.slug)).toBe("decided");
  expect(await findSubmissionOutcome(db, key)).toMatchObject({ fate: "duplicate", place: { slug: place.slug } });
});

test("a submission can't be published into an unknown neighborhood", async ({ db }) => {
  const { id, key } = await createSubmission(db, buildSubmission());
  const editor = await buildUser(db, { role: "admin" });
  const listing = buildListing();
  const decided = { submissionId: id, reason: "", decidedBy: editor.id, now: LATER, listing } as const;

  expect(await decideSubmission(db, { ...decided, fate: "published", neighborhood: "atlantis" })).toBe(
    "no-neighborhood",
  );
  expect((await findSubmissionOutcome(db, key))?.fate).toBeNull();
});
