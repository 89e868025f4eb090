import { data, redirect } from "react-router";

import type { GuideCardData, PaginatedList } from "#app/guide/guides/page/guide.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/saved.route";
import {
  type UnavailableSaves,
  findUnavailableSaves,
  findSavedGuides,
  findSavedPlaces,
} from "./saved-item-queries.server.ts";
import { FormProblem } from "../lists/list-fields.tsx";
import { parseSaveItem } from "./save-item.ts";
import { removeUnavailableSaves, unsaveItem } from "./saves.server.ts";
import { NoSavedGuides, NoSavedPlaces, SavedGuideRows, SavedPlaceRows } from "./saved-rows.tsx";

export const handle = { audience: "signed-in", query: ["kind", "page"] } as const satisfies RouteHandle;

const SAVED_PER_PAGE = 20;

/** The viewer's saved items, for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const query = readQuery(request, handle);
  const kind: Kind = query.get("kind") === "guides" ? "guides" : "places";
  const page = parsePageNumber(query.get("page"));
  const queryFor = (tab: typeof kind) => ({ userId, page: tab === kind ? page : 1, count: SAVED_PER_PAGE });
  const places = await findSavedPlaces(site.db, queryFor("places"), site);
  const guides = await findSavedGuides(site.db, queryFor("guides"), site);
  const { pageCount } = kind === "places" ? places : guides;
  if (page > pageCount) throw redirect(savedPath(kind, pageCount));
  return {
    kind,
    places,
    guides,
    unavailable: await findUnavailableSaves(site.db, { userId, kind, now: site.now, viewer: site.viewer }),
  };
}

/**
 * Removes saves that visitors can no longer open: `do` is `remove` for the `item`, or `remove-gone` for all of the
 * `kind`. There is no undo, because they can't be saved again.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: userId } = requireViewer(site.viewer, request);
  const form = await readForm(request);
  const kind: Kind = form.text("kind") === "guides" ? "guides" : "places";
  const intent = form.text("do");
  const item = parseSaveItem(form.text("item"));
  if (intent === "remove" && item !== null) await unsaveItem(site.db, { userId, item });
  else if (intent === "remove-gone") {
    const { now, viewer } = site;
    await removeUnavailableSaves(site.db, { userId, kind: kind === "guides" ? "posts" : "places", now, viewer });
  } else return data({ problem: NO_BUTTON_REFUSAL }, { status: 400 });
  const headers = { "set-cookie": noticeCookie({ code: "save-removed", item: null }) };
  return redirect(savedPath(kind), { status: 303, headers });
}

type Kind = "places" | "guides";

function savedPath(kind: Kind, page = 1): string {
  const search = new URLSearchParams({
    ...(kind === "guides" ? { kind } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return search.size === 0 ? "/saved" : `/saved?${search}`;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Saved",
    description: "The places and guides you’ve saved.",
    path: "/saved",
  });

export default function Saved({ loaderData: { kind, places, guides, unavailable }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: "Saved" }]}
        aside={kind === "places" && hasDemoRating(places.items) && <DemoMark />}
      />
      <h1 className="d3 saved-title">Saved</h1>
      <Tabs
        label="Saved items"
        tabs={[
          { label: "Places", to: savedPath("places"), isCurrent: kind === "places", count: places.total },
          { label: "Guides", to: savedPath("guides"), isCurrent: kind === "guides", count: guides.total },
        ]}
      />
      <div className="saved-list">
        <FormProblem text={actionData?.problem ?? null} />
        {kind === "places" ? <SavedPlaces places={places} /> : <SavedGuides guides={guides} />}
        {unavailable.total > 0 && <UnavailableItems kind={kind} unavailable={unavailable} />}
      </div>
    </div>
  );
}

function SavedPlaces({ places }: { places: PaginatedList<PlaceCardData> }) {
  return (
    <>
      <h2 className="sr-only">Places</h2>
      {places.total === 0 ? <NoSavedPlaces /> : <SavedPlaceRows places={places.items} />}
      <Pager
        label="Saved places"
        page={places.page}
        pageCount={places.pageCount}
        hrefFor={(page) => savedPath("places", page)}
      />
    </>
  );
}

function SavedGuides({ guides }: { guides: PaginatedList<GuideCardData> }) {
  if (guides.total === 0) return <NoSavedGuides />;
  return (
    <>
      <h2 className="sr-only">Guides</h2>
      <SavedGuideRows guides={guides.items} />
      <Pager
        label="Saved guides"
        page={guides.page}
        pageCount={guides.pageCount}
        hrefFor={(page) => savedPath("guides", page)}
      />
    </>
  );
}

function UnavailableItems({ kind, unavailable: { total, items } }: { kind: Kind; unavailable: UnavailableSaves }) {
  const noun = kind === "places" ? "place" : "guide";
  return (
    <section className="saved-gone" aria-labelledby="gone">
      <h2 className="h3" id="gone">
        {pluralize(total, `saved ${noun}`)} {total === 1 ? "is" : "are"} no longer listed
      </h2>
      <ul>
        {items.map(({ slug, name }) => (
          <li key={slug}>
            {name}
            <form method="post" action="/saved">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="item" value={`${kind === "places" ? "places" : "posts"}/${slug}`} />
              <button type="submit" className="button button-plain button-small" name="do" value="remove">
                Remove<span className="sr-only"> {name}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
      {total > 1 && (
        <form method="post" action="/saved">
          <input type="hidden" name="kind" value={kind} />
          <button type="submit" className="button button-outline button-small" name="do" value="remove-gone">
            Remove all {total}
          </button>
        </form>
      )}
    </section>
  );
}
