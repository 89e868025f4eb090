import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { GUARDED_FACTS } from "#app/db/schema/business.ts";
import type { Decision } from "#app/db/schema/moderation.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/owner-edit-case.route";
import { ownerEditCasePath } from "./edit-listing.ts";
import { OwnerEditForm } from "./owner-edit-article.tsx";
import { decideOwnerEdit, findOwnerEditCase } from "./owner-edits.server.ts";

const QUEUE_PATH = "/admin/moderation";
const REASON_CHARACTERS_MIN = 5;
const REASON_CHARACTERS_MAX = 500;

/** One of an owner's edits, for the editor who decides. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const about = isUuid(params.id) ? await findOwnerEditCase(db, params.id) : null;
  if (about === null) throw noSuchPage();
  return { about };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, viewer, now, log } = siteOf(context);
  const { id: decidedBy } = requireRole(viewer, request, ["admin"]);
  if (!isUuid(params.id) || (await findOwnerEditCase(db, params.id)) === null) throw noSuchPage();
  const form = await readForm(request);
  const applied = GUARDED_FACTS.filter((field) => form.text(`apply-${field}`) === "yes");
  const reason = plainText(form.text("reason"));
  const refuse = (status: number, why: string) => data({ why, reason: form.text("reason"), applied }, { status });
  const asked = form.text("decision");
  const decision: Decision | null = asked === "approved" || asked === "rejected" ? asked : null;
  if (decision === null) return refuse(400, "Choose Approve or Reject.");
  const length = characterCount(reason);
  if (length > REASON_CHARACTERS_MAX) return refuse(400, `Write at most ${REASON_CHARACTERS_MAX} characters.`);
  if (decision === "rejected" && length < REASON_CHARACTERS_MIN)
    return refuse(400, "Give the owner a reason: they read it.");
  const decided = { editId: params.id, decision, applied, seen: form.text("seen"), reason, decidedBy, now };
  const outcome = await decideOwnerEdit(db, decided);
  if (outcome !== "decided") return refuse(outcome === "nothing" ? 400 : 409, REFUSALS[outcome]);
  log.info({ edit: params.id, decision, decidedBy }, "An owner’s edit was decided");
  return redirect(QUEUE_PATH, 303);
}

const REFUSALS = {
  changed: "The place was changed meanwhile. Read it again as it is now.",
  closed: "Somebody else has decided about it meanwhile, or it was withdrawn.",
  nothing: "Tick what is right, or reject it.",
};

export const meta: Route.MetaFunction = ({ loaderData: { about }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Changes of ${about.place.name}`,
    description: "What whoever runs a place wants to be changed of it.",
    path: ownerEditCasePath(about.id),
    robots: "noindex, follow",
  });

export default function OwnerEditCasePage({ loaderData: { about }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap moderation">
      <p>
        <Link className="link" to={QUEUE_PATH}>
          Back to all that waits
        </Link>
      </p>
      <article className="moderation-case">
        <h1 className="d3">
          Changes of{" "}
          <Link className="link" to={`/places/${about.place.slug}`}>
            {about.place.name}
          </Link>
        </h1>
        <OwnerEditForm about={about} refused={actionData ?? null} />
      </article>
    </div>
  );
}
