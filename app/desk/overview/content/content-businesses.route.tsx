import { useMemo } from "react";
import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { restoreListing, deleteListing } from "#app/business/listings/edit/delete-listing.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { PRICE_RANGES } from "#app/guide/places/place.ts";
import type { Route } from "./+types/content-businesses.route";
import { runBulkAction } from "./bulk.server.ts";
import {
  BUSINESSES_PATH,
  editPlacePath,
  type AdminPlaceRow,
  NEW_BUSINESS_PATH,
  PLACE_STATUS_LABELS,
  PLACE_STATUS_BADGES,
  PLACE_STATUSES,
  placesPath,
  type PlaceListQuery,
  parseBulkResult,
  PLACE_LIST_PARAMETERS,
} from "./content.ts";
import { ContentList } from "./content-list.tsx";
import { SelectField } from "./content-parts.tsx";
import { listNeighborhoodOptions, listPlaces, parsePlaceListQuery } from "./content-places.server.ts";
import { BULK_FORM, type ContentColumn } from "./content-table.tsx";
import { FilterForm } from "../filter-form.tsx";
import { RowMenu } from "./row-menu.tsx";

export const handle = { audience: "admin", query: [...PLACE_LIST_PARAMETERS, "done"] } as const satisfies RouteHandle;

/** Every business, including closed and deleted ones. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const search = readQuery(request, handle);
  const query = parsePlaceListQuery(search);
  const found = await listPlaces(site.db, query);
  if (query.page > found.pageCount) throw redirect(placesPath({ ...query, page: found.pageCount }), 303);
  return {
    ...found,
    query,
    done: parseBulkResult(search.get("done")),
    neighborhoods: await listNeighborhoodOptions(site.db),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const query = parsePlaceListQuery(readQuery(request, handle));
  const by = { adminId, now: site.now };
  const acts = {
    delete: (placeId: number) => deleteListing(site.db, { placeId, ...by }),
    restore: (placeId: number) => restoreListing(site.db, { placeId, ...by }),
  };
  const answer = await runBulkAction(await readForm(request), { kind: "businesses", acts, path: placesPath(query) });
  return "to" in answer ? redirect(answer.to, 303) : data({ why: answer.why }, { status: answer.status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Businesses",
    description: "Every business, including closed and deleted ones.",
    path: BUSINESSES_PATH,
  });

export default function ContentBusinesses({ loaderData, actionData }: Route.ComponentProps) {
  const { query, done, neighborhoods } = loaderData;
  const columns = useMemo(() => columnsOf(query), [query]);
  const { q, category, neighborhood, price, status, sort } = query;
  return (
    <ContentList
      kind="businesses"
      title="Businesses"
      path={BUSINESSES_PATH}
      action={placesPath(query)}
      found={loaderData}
      query={query}
      hrefFor={(page) => placesPath({ ...query, page })}
      preservedParams={{ q, category, neighborhood, price, status, sort }}
      search={<Search query={query} neighborhoods={neighborhoods} />}
      columns={columns}
      Menu={BusinessMenu}
      nameOf={({ name }) => name}
      csv={placesPath({ ...query, page: 1 }, "/admin/content/businesses.csv")}
      add={{ label: "Add Business", to: NEW_BUSINESS_PATH }}
      deeds={[]}
      done={done}
      refused={actionData?.why ?? null}
    />
  );
}

function Search({ query, neighborhoods }: { query: PlaceListQuery; neighborhoods: { slug: string; name: string }[] }) {
  return (
    <FilterForm action={BUSINESSES_PATH} path={placesPath(query)}>
      <label className="field admin-search-words">
        <span className="sr-only">Name or URL</span>
        <input
          className="input"
          type="search"
          name="q"
          placeholder="Find a business"
          defaultValue={query.q}
          maxLength={100}
          autoComplete="off"
        />
      </label>
      <SelectField
        name="status"
        label="Status"
        value={query.status}
        options={PLACE_STATUSES.map((status) => ({
          value: status,
          label: status === "all" ? "All statuses" : PLACE_STATUS_LABELS[status],
        }))}
      />
      <SelectField
        name="category"
        label="Category"
        value={query.category}
        options={[
          { value: "all", label: "All categories" },
          ...CATEGORY_SLUGS.map((slug) => ({ value: slug, label: CATEGORY_NAMES[slug] })),
        ]}
      />
      <SelectField
        name="neighborhood"
        label="Neighborhood"
        value={query.neighborhood}
        options={[
          { value: "all", label: "All neighborhoods" },
          ...neighborhoods.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <SelectField
        name="price"
        label="Price"
        value={query.price}
        options={[
          { value: "all", label: "All prices" },
          ...PRICE_RANGES.map((price) => ({ value: price, label: price })),
        ]}
      />
      <input type="hidden" name="sort" value={query.sort} />
      <input type="hidden" name="without" value={query.without} />
    </FilterForm>
  );
}

function columnsOf(query: PlaceListQuery): {
  first: ContentColumn<AdminPlaceRow>;
  rest: ContentColumn<AdminPlaceRow>[];
} {
  const { sort } = query;
  const sortedBy = (order: PlaceListQuery["sort"]) => placesPath({ ...query, sort: order, page: 1 });
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
      { id: "category", label: "Category", className: "admin-widest", cell: ({ category }) => category },
      { id: "type", label: "Type", className: "admin-wide", cell: ({ type }) => type },
      { id: "price", label: "Price", className: "admin-widest", cell: ({ priceRange }) => priceRange ?? "–" },
      {
        id: "rating",
        label: "Rating",
        className: "admin-number",
        sort: { direction: sort === "rating" ? "descending" : null, to: sortedBy("rating") },
        cell: ({ rating, reviewCount }) =>
          rating === null ? (
            "–"
          ) : (
            <>
              {rating.toFixed(1)} <small className="admin-aside">{pluralize(reviewCount, "review")}</small>
            </>
          ),
      },
      {
        id: "status",
        label: "Status",
        cell: ({ status }) => (
          <span className={`badge ${PLACE_STATUS_BADGES[status]}`}>{PLACE_STATUS_LABELS[status]}</span>
        ),
      },
      {
        id: "changed",
        label: "Updated",
        className: "admin-wide",
        sort: { direction: sort === "changed" ? "descending" : null, to: sortedBy("changed") },
        cell: ({ changedAt, changedLabel }) => <time dateTime={changedAt}>{changedLabel}</time>,
      },
    ],
  };
}

function BusinessMenu({ row: { id, slug, name, status } }: { row: AdminPlaceRow }) {
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
