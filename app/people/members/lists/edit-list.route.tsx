import "../profile/settings.css";

import { Footprints, Share2 } from "lucide-react";
import { useRef } from "react";
import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/edit-list.route";
import { applyListForm, type RefusedListForm } from "./apply-list-form.server.ts";
import { ListEntriesEditor } from "./list-entries-editor.tsx";
import { FormProblem, ListFields } from "./list-fields.tsx";
import { findOwnList, findSavedPlacesNotInList } from "./list-queries.server.ts";
import { editListPath, type MemberList, sharedListPath, VISIBILITIES } from "./list.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: userId, tier } = requireViewer(site.viewer, request);
  const own = { userId, listId: params.id };
  const list = await findOwnList(site.db, own, site);
  if (list === null) throw noSuchPage();
  return {
    list,
    choices: await findSavedPlacesNotInList(site.db, own),
    canSortByWalk: entitlementsOf(tier).walkOrder,
    shareUrl: site.env.siteUrl + sharedListPath(list.shareKey),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: userId, tier } = requireViewer(site.viewer, request);
  const own = { userId, listId: params.id, now: site.now, tier };
  const change = await applyListForm(site.db, await readForm(request), own);
  if (change.outcome === "no-such-list") throw noSuchPage();
  if (change.outcome === "refused") return data(change, { status: 400 });
  const path =
    change.outcome === "deleted" ? "/lists" : `${editListPath(params.id)}${change.at === null ? "" : `#${change.at}`}`;
  const headers: HeadersInit =
    change.notice === null ? {} : { "set-cookie": noticeCookie({ code: change.notice, item: null }) };
  return redirect(path, { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: loaderData.list.name,
    description: "A list you made.",
    path: editListPath(loaderData.list.id),
  });

export default function EditList({ loaderData, actionData }: Route.ComponentProps) {
  const { list, choices, shareUrl, canSortByWalk } = loaderData;
  const refused = actionData ?? null;
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, refused?.details != null);
  const isShared = list.visibility !== "private";
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Lists", to: "/lists" }, { label: list.name }]} />
      <form method="post" ref={form} id="list">
        {/* Enter in a field presses the first button of the form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" name="do" value="save">
          Save changes
        </button>
        <div className="list-head">
          <h1 className="d3 member-name">{list.name}</h1>
          {isShared ? (
            <ShareButton noun="list" title={list.name} url={shareUrl} />
          ) : (
            <button type="submit" className="button button-outline" name="do" value="share">
              <Share2 className="icon" aria-hidden="true" />
              Share
            </button>
          )}
        </div>
        <FormProblem text={refused?.problem ?? null} />
        <div className="member-columns">
          <section aria-labelledby="list-places">
            <SectionHead id="list-places" title="Places" />
            <AddSaved choices={choices} />
            {list.entries.length === 0 ? (
              <p className="text-muted">
                No places yet. Use “Add to a list” on a place’s page
                {choices.length > 0 ? ", or choose one of your saved places above" : ""}.
              </p>
            ) : (
              <ListEntriesEditor listId={list.id} entries={list.entries} refusedNotes={refused?.notes ?? {}} />
            )}
            {list.entries.length >= SORTED_PLACES_MIN && <SortByWalk isIncluded={canSortByWalk} />}
          </section>
          <ListSettings list={list} refused={refused} />
        </div>
        <div className="list-save">
          <button type="submit" className="button button-primary" name="do" value="save">
            Save changes
          </button>
        </div>
      </form>
      <div className="list-after">
        <DownloadList listId={list.id} />
        <DeleteList />
      </div>
    </div>
  );
}

/** Two places have one order from the first. */
const SORTED_PLACES_MIN = 3;

function SortByWalk({ isIncluded }: { isIncluded: boolean }) {
  if (isIncluded) {
    return (
      <p className="list-sort">
        <button type="submit" className="button button-outline button-small" name="do" value="walk">
          <Footprints className="icon" aria-hidden="true" />
          Sort by shortest walk
        </button>
        <span className="text-row text-muted">Starts at the first place.</span>
      </p>
    );
  }
  return (
    <p className="list-sort text-row text-muted">
      With City Insider you can sort a list by the shortest walk.{" "}
      <Link className="link" to="/subscription">
        See the plans
      </Link>
    </p>
  );
}

function AddSaved({ choices }: { choices: { slug: string; name: string }[] }) {
  if (choices.length === 0) return null;
  return (
    <div className="list-add">
      <label className="field">
        <span>Add a saved place</span>
        <select className="input" name="place">
          {choices.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-outline" name="do" value="add">
        Add
      </button>
    </div>
  );
}

function ListSettings({ list, refused }: { list: MemberList; refused: RefusedListForm | null }) {
  const submitted = refused?.details ?? null;
  return (
    <section className="own-form" aria-labelledby="list-settings">
      <h2 className="h2" id="list-settings">
        List details
      </h2>
      <div className="list-details">
        <ListFields details={submitted ?? list} problems={refused?.problems ?? {}} />
        <fieldset className="list-visibility">
          <legend>Who can see it</legend>
          {Object.entries(VISIBILITIES).map(([value, { label, says }]) => (
            <label key={value}>
              <input
                type="radio"
                name="visibility"
                value={value}
                defaultChecked={value === (submitted?.visibility ?? list.visibility)}
              />
              <span>
                <b>{label}.</b> {says}
              </span>
            </label>
          ))}
        </fieldset>
        {list.visibility !== "private" && (
          <p className="list-link text-row">
            <Link className="link" to={sharedListPath(list.shareKey)}>
              View the shared page
            </Link>
            <button type="submit" className="button button-outline button-small" name="do" value="link">
              Create new link
            </button>
            <span className="text-muted">The current link stops working.</span>
          </p>
        )}
      </div>
    </section>
  );
}

/** Exports for spreadsheets and maps. */
function DownloadList({ listId }: { listId: string }) {
  return (
    <section className="own-form" aria-labelledby="list-files">
      <h2 className="h2" id="list-files">
        Download this list
      </h2>
      <p className="text-row text-muted">Includes your notes. For spreadsheets and maps.</p>
      <ul className="list-files">
        {LIST_FILES.map(({ label, file }) => (
          <li key={file}>
            <a className="button button-outline button-small" href={`/lists/${listId}/${file}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LIST_FILES = [
  { label: "CSV", file: "export.csv" },
  { label: "GeoJSON", file: "export.geojson" },
  { label: "KML", file: "export.kml" },
];

function DeleteList() {
  return (
    <details className="list-delete">
      <summary>Delete this list</summary>
      <form method="post">
        <p className="text-row text-muted">
          This deletes the list with its order and notes. Your saved places stay saved.
        </p>
        <button type="submit" className="button button-outline" name="do" value="delete">
          Delete permanently
        </button>
      </form>
    </details>
  );
}
