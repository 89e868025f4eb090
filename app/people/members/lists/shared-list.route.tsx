import "../dashboard/member-pages.css";

import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { BASEMAP_FRAME } from "#app/guide/map/base/frame.ts";
import { LocatorMap, type MapPin } from "#app/guide/map/page/locator-map.tsx";
import { HoursLine } from "#app/guide/places/hours/hours-line.tsx";
import { PlaceWhereabouts } from "#app/guide/places/cards/place-row.tsx";
import { NO_BUTTON_REFUSAL } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/shared-list.route";
import { copyList } from "./copy-list.server.ts";
import { FormProblem } from "./list-fields.tsx";
import { findSharedList } from "./list-queries.server.ts";
import { copyListPath, editListPath, FREE_LISTS_MAX, type ListEntry, sharedListPath } from "./list.ts";
import { COPY_NOTICES, pendingCopyCookie } from "./pending-copy.ts";
import { SavePlaceHeart } from "../saves/save-place-heart.tsx";
import { withSavedPlaces } from "../saves/saves.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** A shared list. Not cached, so that a revoked link stops working immediately. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  const list = await findSharedList(site.db, params.key, site);
  if (list === null) throw noSuchPage();
  const places = await withSavedPlaces(
    site.db,
    site.viewer,
    list.entries.map(({ place }) => place),
  );
  const { name, note, visibility, shareKey, owner } = list;
  return {
    list: { name, note, visibility, shareKey, ownerName: owner.name, isDemo: owner.isDemo },
    url: site.env.siteUrl + sharedListPath(shareKey),
    entries: places.map((place, index) => ({ place, note: list.entries[index]?.note ?? "" })),
    editPath: site.viewer?.id === owner.id ? editListPath(list.id) : null,
  };
}

/** `do` is `copy`. For a guest a cookie remembers the list until they have signed in. */
export async function action({ context, params: { key }, request }: Route.ActionArgs) {
  const site = siteOf(context);
  site.page.isCacheable = false;
  if ((await findSharedList(site.db, key, site)) === null) throw noSuchPage();
  if ((await readForm(request)).text("do") !== "copy") return data({ problem: NO_BUTTON_REFUSAL }, { status: 400 });
  if (site.viewer === null) {
    const headers = { "set-cookie": pendingCopyCookie(key, site.env.siteUrl) };
    return redirect(signInPath(copyListPath(key)), { status: 303, headers });
  }
  const { id: userId, tier } = site.viewer;
  const { listsMax } = entitlementsOf(tier);
  const copy = await copyList(site.db, { userId, shareKey: key, listsMax, now: site.now });
  if (copy.outcome === "no-such-list") throw noSuchPage();
  if (copy.outcome === "lists-full") return data({ problem: LISTS_FULL }, { status: 409 });
  const headers = { "set-cookie": noticeCookie({ code: COPY_NOTICES[copy.outcome], item: null }) };
  return redirect(editListPath(copy.listId), { status: 303, headers });
}

const LISTS_FULL = `Not copied: ${FREE_LISTS_MAX} lists are the most a free membership includes. Delete lists to make room.`;

export const meta: Route.MetaFunction = ({ loaderData: { list, entries }, matches }) =>
  pageMeta({
    matches,
    title: list.name,
    description: list.note === "" ? `A list of ${pluralize(entries.length, "place")} in Washington, DC.` : list.note,
    path: sharedListPath(list.shareKey),
    ...(list.isDemo ? {} : { image: { path: socialImagePath("lists", list.shareKey), alt: list.name } }),
    // Demo data and lists shared only by link aren't indexed.
    robots: list.visibility === "public" && !list.isDemo ? "index, follow" : "noindex, follow",
  });

export default function SharedList({ loaderData: { list, url, entries, editPath }, actionData }: Route.ComponentProps) {
  const pins = entries.flatMap(({ place }, index): MapPin[] =>
    place.position === null
      ? []
      : [{ label: `${index + 1}`, name: place.name, href: `/places/${place.slug}`, point: place.position }],
  );
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: list.name }]} aside={list.isDemo && <DemoMark />} />
      <h1 className="d3 shared-list-name">{list.name}</h1>
      <p className="meta text-muted">
        <span>By {list.ownerName}</span>
        <span>{pluralize(entries.length, "place")}</span>
        {editPath !== null && (
          <span>
            <Link className="link" to={editPath}>
              Edit list
            </Link>
          </span>
        )}
      </p>
      {list.note !== "" && <p className="shared-list-note">{list.note}</p>}
      <div className="shared-list-ways no-print">
        <ShareButton noun="list" title={list.name} url={url} />
        {editPath === null && <CopyList problem={actionData?.problem ?? null} />}
      </div>
      <div className={pins.length === 0 ? undefined : "member-columns shared-list-columns"}>
        {entries.length === 0 ? (
          <p className="text-muted">This list has no places yet.</p>
        ) : (
          <ol className="place-rows">
            {entries.map((entry, index) => (
              <SharedEntry key={entry.place.slug} entry={entry} number={index + 1} />
            ))}
          </ol>
        )}
        {pins.length > 0 && (
          <div className="shared-list-map">
            <LocatorMap
              label={`Map of ${pluralize(pins.length, "place")}`}
              pins={pins}
              frame={BASEMAP_FRAME}
              live={{ usesCooperativeGestures: true }}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Shown to guests too; they are redirected to sign-in. */
function CopyList({ problem }: { problem: string | null }) {
  return (
    <form method="post" className="shared-list-copy">
      <FormProblem text={problem} />
      <button type="submit" className="button button-outline" name="do" value="copy">
        Copy to my lists
      </button>
      <p className="text-row text-muted">Copies the places in this order, without the notes.</p>
    </form>
  );
}

function SharedEntry({ entry: { place, note }, number }: { entry: ListEntry; number: number }) {
  return (
    <li className="place-row" data-pin={number}>
      <div className="picture">
        <img src={place.picture.card} alt="" width={128} height={96} loading="lazy" decoding="async" />
      </div>
      <div className="place-row-words">
        <h2 className="place-row-name h3">
          <span className="place-number">{number}</span>
          <Link className="name-link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p className="meta">
          <span>{place.type}</span>
          <span className="text-muted">{place.neighborhood.name}</span>
          <HoursLine line={place.hours} />
        </p>
        <PlaceWhereabouts place={place} />
        {note !== "" && <p className="shared-entry-note">{note}</p>}
      </div>
      <SavePlaceHeart place={place} />
    </li>
  );
}
