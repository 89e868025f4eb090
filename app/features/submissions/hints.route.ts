import { redirect } from "react-router";

import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/hints.route";
import { LISTING_READERS } from "./listing.ts";
import { boxOfZip, similarPlaces, suggestQuadrant } from "./similar-places.server.ts";
import { type Hints, SUBMIT_PATH } from "./submission.ts";

/** One a second, from a whole café: who types is asked half a second after each pause. */
const ASKS_PER_MINUTE_MAX = 120;
const limit = new AddressLimit(ASKS_PER_MINUTE_MAX);

/** Longer than any name or address that is taken. */
const FIELD_CHARACTERS_MAX = 300;

/** It is asked by the form's script alone. */
export function loader(): Response {
  return redirect(SUBMIT_PATH, 303);
}

/** What the guide knows of what somebody is filling in: places that it may be, and the quadrant. Sent as the form is. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, visitorAddress, now } = siteOf(context);
  const seconds = limit.secondsToWait(visitorAddress ?? "", now);
  if (seconds !== null) {
    return Response.json({ error: "too-often" }, { status: 429, headers: { "retry-after": String(seconds) } });
  }
  const form = await readForm(request);
  const typed = Object.fromEntries(ASKED_FIELDS.map((name) => [name, form.text(name).slice(0, FIELD_CHARACTERS_MAX)]));
  // Half an address is worth nothing, and a field that can't be read says nothing.
  const { value: address } = LISTING_READERS.address(typed);
  const { value: position } = LISTING_READERS.position(typed);
  const asked = {
    name: LISTING_READERS.name(typed).value ?? "",
    street: address?.street ?? null,
    quadrant: address?.quadrant ?? null,
    position,
    phone: LISTING_READERS.phone(typed).value,
    website: LISTING_READERS.website(typed).value,
  };
  const { value: zip } = LISTING_READERS.zip(typed);
  const hints: Hints = {
    similar: await similarPlaces(db, asked),
    quadrant: await suggestQuadrant(db, { zip, position }),
    around: await boxOfZip(db, zip),
  };
  return Response.json(hints, { headers: { "cache-control": "no-store" } });
}

const ASKED_FIELDS = ["name", "street", "quadrant", "zip", "lat", "lng", "phone", "website"];
