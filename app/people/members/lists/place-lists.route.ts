import { problemResponse } from "#app/lib/problem-response.ts";
import { isSlug } from "#app/lib/slug.ts";
import { type FormFields, readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import type { Route } from "./+types/place-lists.route";
import { findOwnLists, findPlaceName } from "./list-queries.server.ts";
import { findListProblems, LIST_PLACES_MAX, LISTS_FULL, type PlaceLists, readListDetails } from "./list.ts";
import { addToListPath } from "./list-paths.ts";
import { addEntry, createList, removeEntry } from "./lists.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** The member's lists, and which of them have the place: for the menu that adds it. */
export async function loader({ context, params: { slug } }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  if (site.viewer === null) return askToSignIn(slug);
  if (!(await isListable(site, slug))) return problem(site, 404, NO_SUCH_PLACE);
  return listsOfPlace(site, { ...site.viewer, slug });
}

/**
 * `do` is `add` or `remove` with a `list`, or `make` with the `name` of a new list that gets the place. Answers with the
 * lists as they are then.
 */
export async function action({ context, params: { slug }, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  if (site.viewer === null) return askToSignIn(slug);
  if (!(await isListable(site, slug))) return problem(site, 404, NO_SUCH_PLACE);
  const form = await readForm(request);
  const member = { ...site.viewer, slug };
  const refusal =
    form.text("do") === "make" ? await makeList(site, form, member) : await changeList(site, form, member);
  return refusal ?? listsOfPlace(site, member);
}

type Member = Pick<NonNullable<Site["viewer"]>, "id" | "tier"> & { slug: string };

async function listsOfPlace({ db }: Site, { id, tier, slug }: Member): Promise<Response> {
  const lists = await findOwnLists(db, { userId: id, slug });
  const answer: PlaceLists = {
    lists: lists.map(({ id: listId, name, hasPlace }) => ({ id: listId, name, hasPlace })),
    isFull: lists.length >= entitlementsOf(tier).listsMax,
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

async function makeList(site: Site, form: FormFields, { id, tier, slug }: Member): Promise<Response | null> {
  const details = readListDetails(form);
  const [refused] = Object.values(findListProblems(details));
  if (refused !== undefined) return problem(site, 400, refused);
  const { db, now } = site;
  const made = await createList(db, { ...details, userId: id, listsMax: entitlementsOf(tier).listsMax, now });
  if (made === "lists-full") return problem(site, 409, LISTS_FULL);
  await addEntry(db, { userId: id, ...made, slug, now });
  return null;
}

async function changeList(site: Site, form: FormFields, { id, slug }: Member): Promise<Response | null> {
  const entry = { userId: id, listId: form.text("list"), slug, now: site.now };
  if (form.text("do") === "remove") {
    await removeEntry(site.db, entry);
    return null;
  }
  if (form.text("do") !== "add") return problem(site, 400, "Use one of the buttons of the menu.");
  const outcome = await addEntry(site.db, entry);
  if (outcome === "list-full") {
    return problem(site, 409, `That list already has ${LIST_PLACES_MAX} places, which is the limit.`);
  }
  return outcome === "added" ? null : problem(site, 404, "That list was deleted.");
}

const NO_SUCH_PLACE = "That place is no longer available.";

async function isListable({ db }: Site, slug: string): Promise<boolean> {
  return isSlug(slug) && (await findPlaceName(db, slug)) !== null;
}

/** fetch can't follow a redirect to another page, so the script gets the sign-in URL. */
function askToSignIn(slug: string): Response {
  return new Response(null, { status: 401, headers: { location: signInPath(addToListPath(slug)) } });
}

function problem({ requestId }: Site, status: 400 | 404 | 409, detail: string): Response {
  return problemResponse(status, { detail, requestId });
}
