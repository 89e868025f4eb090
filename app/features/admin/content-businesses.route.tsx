import "#app/own-pages.css";

import { Download, Plus } from "lucide-react";
import { useMemo } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { countText } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "../places/categories.ts";
import { deletePlace, restorePlace } from "../places/delete-place.server.ts";
import { PRICE_RANGES } from "../places/place.ts";
import type { Route } from "./+types/content-businesses.route";
import { AdminPage } from "./admin-page.tsx";
import { carryOut, readBulk } from "./bulk.server.ts";
import {
  BUSINESSES_PATH,
  doneText,
  editPlacePath,
  type ListedPlace,
  NEW_BUSINESS_PATH,
  PLACE_STATUS_LABELS,
  PLACE_STATUS_TONES,
  PLACE_STATUSES,
  placesPath,
  type PlacesAsked,
  readDone,
} from "./content.ts";
import { Choice, ColumnChoice, ContentTabs, DoneNote } from "./content-parts.tsx";
import { allNeighborhoods, listPlaces, readPlacesAsked } from "./content-places.server.ts";
import { BULK_FORM, type ContentColumn, ContentTable } from "./content-table.tsx";
import { RowMenu } from "./row-menu.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

/** Every business, whatever its state. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  const search = new URL(request.url).searchParams;
  const asked = readPlacesAsked(search);
  const found = await listPlaces(site.db, asked);
  if (asked.page > found.pageCount) throw redirect(placesPath({ ...asked, page: found.pageCount }), 303);
  return { ...found, asked, done: readDone(search.get("done")), neighborhoods: await allNeighborhoods(site.db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const asked = readPlacesAsked(new URL(request.url).searchParams);
  const bulk = readBulk(await readForm(request));
  if (bulk === null) {
    return data({ why: "Tick at least one business, then choose what to do with it." }, { status: 400 });
  }
  const by = { actor: { kind: "staff", id: adminId } as const, now: site.now };
  const done = await carryOut(bulk, {
    delete: (placeId) => deletePlace(site.db, { placeId, ...by }),
    restore: (placeId) => restorePlace(site.db, { placeId, ...by }),
  });
  if (done === null) return data({ why: "That was done already, or the businesses are gone." }, { status: 409 });
  const path = placesPath(asked);
  return redirect(`${path}${path.includes("?") ? "&" : "?"}done=${doneText(done)}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Businesses",
    description: "Every business, whatever its state.",
    path: BUSINESSES_PATH,
    robots: "noindex, follow",
  });

export default function ContentBusinesses({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, total, pageCount, asked, done, neighborhoods } = loaderData;
  const isLoading = useNavigation().location?.pathname === BUSINESSES_PATH;
  const action = placesPath(asked);
  const columns = useMemo(() => columnsOf(asked), [asked]);
  const { q, category, neighborhood, price, status, sort } = asked;
  return (
    <AdminPage
      section="content"
      title="Businesses"
      lead={`${countText(total.count, total.precision)} shown by this search`}
      actions={<Ways asked={asked} />}
    >
      <ContentTabs current="businesses" />
      {actionData !== undefined && <FormSummary why={actionData.why} problems={[]} />}
      {done !== null && <DoneNote done={done} noun="business" plural="businesses" action={action} />}
      <Search asked={asked} neighborhoods={neighborhoods} />
      <ColumnChoice
        path={BUSINESSES_PATH}
        kept={{ q, category, neighborhood, price, status, sort }}
        columns={columns.rest}
        without={asked.without}
      />
      {isLoading ? (
        <SkeletonRows count={3} />
      ) : rows.length === 0 ? (
        <EmptyState
          title="No business"
          actions={
            <Link className="link" to={BUSINESSES_PATH}>
              Show all businesses
            </Link>
          }
        >
          {status === "deleted" ? "Nothing is deleted." : "No business is like what you look for."}
        </EmptyState>
      ) : (
        <ContentTable
          key={rows.map(({ id }) => id).join()}
          rows={rows}
          first={columns.first}
          columns={columns.rest}
          Menu={BusinessMenu}
          nameOf={({ name }) => name}
          without={asked.without}
          action={action}
          isDeleted={status === "deleted"}
        />
      )}
      <Pager
        label="Businesses"
        page={asked.page}
        pageCount={pageCount}
        hrefFor={(page) => placesPath({ ...asked, page })}
      />
    </AdminPage>
  );
}

function Ways({ asked }: { asked: PlacesAsked }) {
  return (
    <>
      <a
        className="button button-outline"
        href={placesPath({ ...asked, page: 1 }, "/admin/content/businesses.csv")}
        download
      >
        <Download className="icon-small" aria-hidden="true" />
        CSV
      </a>
      <Link className="button button-primary" to={NEW_BUSINESS_PATH}>
        <Plus className="icon-small" aria-hidden="true" />
        Add Business
      </Link>
    </>
  );
}

const ALL = { value: "all", label: "All" };

function Search({ asked, neighborhoods }: { asked: PlacesAsked; neighborhoods: { slug: string; name: string }[] }) {
  return (
    <Form className="admin-search" action={BUSINESSES_PATH} role="search" key={placesPath(asked)}>
      <label className="field admin-search-words">
        <span>Name or address of its page</span>
        <input className="input" type="search" name="q" defaultValue={asked.q} maxLength={100} autoComplete="off" />
      </label>
      <Choice
        name="status"
        label="Status"
        value={asked.status}
        options={PLACE_STATUSES.map((status) =>
          status === "all" ? ALL : { value: status, label: PLACE_STATUS_LABELS[status] },
        )}
      />
      <Choice
        name="category"
        label="Category"
        value={asked.category}
        options={[ALL, ...CATEGORY_SLUGS.map((slug) => ({ value: slug, label: CATEGORY_NAMES[slug] }))]}
      />
      <Choice
        name="neighborhood"
        label="Neighborhood"
        value={asked.neighborhood}
        options={[ALL, ...neighborhoods.map(({ slug, name }) => ({ value: slug, label: name }))]}
      />
      <Choice
        name="price"
        label="Price"
        value={asked.price}
        options={[ALL, ...PRICE_RANGES.map((price) => ({ value: price, label: price }))]}
      />
      <input type="hidden" name="sort" value={asked.sort} />
      <input type="hidden" name="without" value={asked.without} />
      <button type="submit" className="button button-outline">
        Search
      </button>
    </Form>
  );
}

function columnsOf(asked: PlacesAsked): { first: ContentColumn<ListedPlace>; rest: ContentColumn<ListedPlace>[] } {
  const { sort } = asked;
  const sortedBy = (order: PlacesAsked["sort"]) => placesPath({ ...asked, sort: order, page: 1 });
  return {
    first: {
      id: "name",
      label: "Business",
      sort: {
        direction: sort === "name" ? "ascending" : sort === "name-back" ? "descending" : null,
        to: sortedBy(sort === "name" ? "name-back" : "name"),
      },
      cell: ({ id, name, status }) =>
        status === "deleted" ? (
          name
        ) : (
          <Link className="admin-name" to={editPlacePath(id)}>
            {name}
          </Link>
        ),
    },
    rest: [
      { id: "neighborhood", label: "Neighborhood", className: "admin-wide", cell: ({ neighborhood }) => neighborhood },
      { id: "category", label: "Category", className: "admin-wide", cell: ({ category }) => category },
      { id: "type", label: "Type", className: "admin-wide", cell: ({ type }) => type },
      { id: "price", label: "Price", className: "admin-wide", cell: ({ priceRange }) => priceRange ?? "–" },
      {
        id: "rating",
        label: "Rating",
        className: "admin-number",
        sort: { direction: sort === "rating" ? "descending" : null, to: sortedBy("rating") },
        cell: ({ rating }) => (rating === null ? "–" : rating.toFixed(1)),
      },
      {
        id: "status",
        label: "Status",
        cell: ({ status }) => (
          <span className={`badge ${PLACE_STATUS_TONES[status]}`}>{PLACE_STATUS_LABELS[status]}</span>
        ),
      },
      {
        id: "changed",
        label: "Changed",
        className: "admin-wide",
        sort: { direction: sort === "changed" ? "descending" : null, to: sortedBy("changed") },
        cell: ({ changedAt, changedLabel }) => <time dateTime={changedAt}>{changedLabel}</time>,
      },
    ],
  };
}

function BusinessMenu({ row: { id, slug, name, status } }: { row: ListedPlace }) {
  return (
    <RowMenu label={`Actions for ${name}`}>
      {status === "deleted" ? (
        <button type="submit" form={BULK_FORM} name="restore-one" value={id}>
          Restore
        </button>
      ) : (
        <>
          <Link to={editPlacePath(id)}>Edit</Link>
          <Link to={`/places/${slug}`}>View</Link>
          <button type="submit" form={BULK_FORM} name="delete-one" value={id} className="row-menu-delete">
            Delete
          </button>
        </>
      )}
    </RowMenu>
  );
}
