import { data, redirect } from "react-router";

import { isUuid } from "#app/lib/uuid.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";

import { acceptInvitation, findInvitation } from "../people/people.server.ts";

/** The dashboard's form: accepts an invitation to the signed-in person's address, without the link in its mail. */
export async function acceptOwnInvitation(site: Site, request: Request, viewer: Pick<Viewer, "id" | "email">) {
  const id = (await readForm(request)).text("invitation");
  if (!isUuid(id)) return data({ why: NO_BUTTON_REFUSAL }, { status: 400 });
  const invitation = await findInvitation(site.db, { id, now: site.now });
  const outcome = await acceptInvitation(site.db, { id, person: viewer, now: site.now });
  if (outcome === "full") return data({ why: "This place has the maximum number of managers." }, { status: 409 });
  // Whether an invitation of others is open stays private.
  if (outcome !== "joined" || invitation === null) {
    return data({ why: "That invitation isn’t open anymore." }, { status: 404 });
  }
  site.log.info({ place: invitation.place.slug, by: viewer.id }, "An invitation was accepted");
  const headers = { "set-cookie": noticeCookie({ code: "place-claimed", item: null }) };
  return redirect(`/business/${invitation.place.slug}`, { status: 303, headers });
}
