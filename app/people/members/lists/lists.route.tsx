import "../dashboard/member-pages.css";

import { data, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { Route } from "./+types/lists.route";
import { FormProblem, ListFields } from "./list-fields.tsx";
import { findOwnLists, findPlaceName } from "./list-queries.server.ts";
import {
  editListPath,
  LIST_PLACES_MAX,
  LISTS_FULL,
  type ListSummary,
  type ListDetails,
  findListProblems,
  readListDetails,
} from "./list.ts";
import { addEntry, createList } from "./lists.server.ts";
import { OwnListRow } from "./own-list-row.tsx";

export const handle = { audience: "signed-in", query: ["place"] } as const satisfies RouteHandle;

/** The viewer's lists, for every role. With `?place=` they choose the list to add the place to. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId, tier } = requireViewer(site.viewer, request);
  const slug = readQuery(request, handle).get("place");
  const name = slug === null ? null : await findPlaceName(site.db, slug);
  if (slug !== null && name === null) throw noSuchPage();
  const place = slug === null || name === null ? null : { slug, name };
  const lists = await findOwnLists(site.db, { userId, slug });
  return { place, lists, isFull: lists.length >= entitlementsOf(tier).listsMax };
}

/** `do` is `make` (create a list, with the `place` if given) or `add` (add the `place` to the `list`). */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: userId, tier } = requireViewer(site.viewer, request);
  const form = await readForm(request);
  if (form.text("do") === "add") return addToList(site, form, userId);
  const details = readListDetails(form);
  const problems = findListProblems(details);
  if (Object.keys(problems).length > 0)
    return rejected(400, { details, problems, problem: "The list isn’t created yet." });
  const made = await createList(site.db, {
    ...details,
    userId,
    listsMax: entitlementsOf(tier).listsMax,
    now: site.now,
  });
  if (made === "lists-full") return rejected(409, { details, problems, problem: LISTS_FULL });
  const slug = form.text("place");
  if (slug !== "") await addEntry(site.db, { userId, ...made, slug, now: site.now });
  return redirectWithNotice(editListPath(made.listId), "list-created");
}

async function addToList({ db, now }: Site, form: FormFields, userId: string) {
  const listId = form.text("list");
  const outcome = await addEntry(db, { userId, listId, slug: form.text("place"), now });
  if (outcome === "added") return redirectWithNotice(editListPath(listId), "list-entry-added");
  if (outcome !== "list-full") throw noSuchPage();
  const problem = `That list already has ${LIST_PLACES_MAX} places, which is the limit.`;
  return rejected(409, { details: { name: "", note: "" }, problems: {}, problem });
}

type RejectedForm = { details: ListDetails; problems: Partial<ListDetails>; problem: string };

function rejected(status: 400 | 409, answer: RejectedForm) {
  return data(answer, { status });
}

function redirectWithNotice(path: string, code: NoticeCode) {
  return redirect(path, { status: 303, headers: { "set-cookie": noticeCookie({ code, item: null }) } });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Lists",
    description: "The lists you’ve made.",
    path: "/lists",
  });

export default function Lists({ loaderData: { place, lists, isFull }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Lists" }]} />
      <h1 className="d3 member-name">{place === null ? "Lists" : `Add ${place.name} to a list`}</h1>
      <div className="member-columns">
        <section aria-labelledby="your-lists">
          <h2 className="sr-only" id="your-lists">
            Your lists
          </h2>
          {lists.length > 0 ? (
            <ul className="own-lists">
              {lists.map((list) => (
                <OwnListRow key={list.id} list={list}>
                  {place !== null && <AddToList list={list} place={place} />}
                </OwnListRow>
              ))}
            </ul>
          ) : (
            <p className="text-muted">
              No lists yet. A list has places in your own order, with your own notes, and you can share it.
            </p>
          )}
        </section>
        <section className="own-form" aria-labelledby="new-list">
          <h2 className="h2" id="new-list">
            New list
          </h2>
          <FormProblem text={actionData?.problem ?? null} />
          {isFull && actionData === undefined ? (
            <p className="text-muted">{LISTS_FULL}</p>
          ) : (
            <form method="post" action="/lists">
              {place !== null && <input type="hidden" name="place" value={place.slug} />}
              <ListFields
                details={actionData?.details ?? { name: "", note: "" }}
                problems={actionData?.problems ?? {}}
              />
              <button type="submit" className="button button-primary" name="do" value="make">
                {place === null ? "Create list" : "Create list and add"}
              </button>
            </form>
          )}
        </section>
      </div>
    </div>
  );
}

function AddToList({ list, place }: { list: ListSummary; place: { slug: string } }) {
  if (list.hasPlace) return <p className="text-row text-muted">Already in this list</p>;
  return (
    <form method="post" action="/lists">
      <input type="hidden" name="list" value={list.id} />
      <input type="hidden" name="place" value={place.slug} />
      <button type="submit" className="button button-outline" name="do" value="add">
        Add<span className="sr-only"> to {list.name}</span>
      </button>
    </form>
  );
}
