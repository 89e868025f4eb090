import { redirect } from "react-router";

import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/hints.route";
import { LISTING_PARSERS } from "./listing.ts";
import { findZipBounds, findSimilarPlaces, suggestQuadrant } from "./similar-places.server.ts";
import { type SubmissionHints, SUBMIT_PATH, HINT_FIELDS } from "../submission.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Two a second for a network, such as a café. The script asks half a second after each pause in typing. */
const REQUESTS_PER_MINUTE_MAX = 120;
const limit = new AddressRateLimit(REQUESTS_PER_MINUTE_MAX);

/** Longer than any name or address that is taken. */
const FIELD_CHARACTERS_MAX = 300;

/** Only the form's script uses this URL; opened directly, it redirects to the form. */
export function loader(): Response {
  return redirect(SUBMIT_PATH, 303);
}

/** Hints for a form being filled in: similar places, the quadrant and the ZIP code's bounds. The body has the form's fields. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, visitorAddress, now } = siteOf(context);
  const seconds = limit.secondsToWait(visitorAddress ?? "", now);
  if (seconds !== null) {
    return Response.json({ error: "too-often" }, { status: 429, headers: { "retry-after": String(seconds) } });
  }
  const form = await readForm(request);
  const typed = Object.fromEntries(HINT_FIELDS.map((name) => [name, form.text(name).slice(0, FIELD_CHARACTERS_MAX)]));
  // Incomplete addresses and invalid fields are ignored.
  const { value: address } = LISTING_PARSERS.address(typed);
  const { value: position } = LISTING_PARSERS.position(typed);
  const candidate = {
    name: LISTING_PARSERS.name(typed).value ?? "",
    street: address?.street ?? null,
    quadrant: address?.quadrant ?? null,
    position,
    phone: LISTING_PARSERS.phone(typed).value,
    website: LISTING_PARSERS.website(typed).value,
  };
  const { value: zip } = LISTING_PARSERS.zip(typed);
  const hints: SubmissionHints = {
    similar: await findSimilarPlaces(db, candidate),
    quadrant: await suggestQuadrant(db, { zip, position }),
    around: await findZipBounds(db, zip),
  };
  return Response.json(hints, { headers: { "cache-control": "no-store" } });
}
