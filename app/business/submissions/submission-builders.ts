import type { Database } from "#app/db/database.server.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { buildReporter } from "#app/business/corrections/correction-builders.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { NOW } from "#tests/builders.ts";

import { sendSubmission, type SubmissionInput } from "./form/send-submission.server.ts";
import type { Submission } from "./form/submission-form.ts";
import type { Listing } from "./form/listing-form.ts";

/** A bakery in Shaw with most facts known. */
export function buildListing(given: Partial<Listing> = {}): Listing {
  return {
    name: "Pearl Street Bakery",
    category: "food",
    type: "Bakery",
    address: { street: "1234 Ninth Street", quadrant: "NW" },
    zip: "20001",
    position: { lat: 38.9079, lng: -77.0243 },
    phone: "+12025550177",
    website: "https://pearl.example",
    menuUrl: null,
    reservationsUrl: null,
    orderUrl: null,
    priceRange: "$",
    hours: buildHours("Tu-Su 07:00-15:00; Dec 24-Jan 02 off"),
    attributes: { takeout: true },
    otherNames: [],
    summary: "",
    description: "Sourdough, rye and a short list of pastries, baked in the back and sold until they are gone.",
    ...given,
  };
}

/** A bakery submitted by a guest, by default. */
export function buildSubmission(
  given: Partial<Listing> & Partial<SubmissionInput> & Partial<Omit<Submission, "listing">> = {},
): SubmissionInput {
  const { submitter = buildReporter(), ownAddress = null, now = NOW, submission: _submission, ...rest } = given;
  const { relation = "customer", note = "", email = null, ...listing } = rest;
  return { submission: { listing: buildListing(listing), relation, note, email }, submitter, ownAddress, now };
}

/** Sends a submission and returns its row. */
export async function createSubmission(db: Database, sent: SubmissionInput): Promise<typeof submissions.$inferSelect> {
  const outcome = await sendSubmission(db, sent);
  if (typeof outcome === "string") throw new Error(`The submission was not taken: ${outcome}`);
  const rows = await db.select().from(submissions);
  const row = rows.find(({ key }) => key === outcome.key);
  if (row === undefined) throw new Error("The submission is not there");
  return row;
}
