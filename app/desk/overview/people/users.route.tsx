import { Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { pluralize, formatCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/users.route";
import { AdminPage } from "../admin-page.tsx";
import {
  type PersonRow,
  peoplePath,
  type PeopleQuery,
  PERSON_STATUSES,
  personPath,
  ROLE_FILTERS,
  ROLE_LABELS,
  shortId,
  PERSON_STATUS_LABELS,
  personStatusLabel,
  USERS_PATH,
  PEOPLE_PARAMETERS,
} from "./people.ts";
import { listPeople, parsePeopleQuery } from "./find-people.server.ts";
import { SelectField } from "../content/content-parts.tsx";
import { FilterForm } from "../filter-form.tsx";
import { RowMenu } from "../content/row-menu.tsx";
import { SortLink } from "../content/sort-link.tsx";

export const handle = { audience: "admin", query: PEOPLE_PARAMETERS } as const satisfies RouteHandle;

/** All users, for admins. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const query = parsePeopleQuery(readQuery(request, handle));
  const listed = await listPeople(site.db, query);
  if (query.page > listed.pageCount) throw redirect(peoplePath({ ...query, page: listed.pageCount }), 303);
  return { ...listed, query, ownId: viewer.id };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Users",
    description: "Everyone with an account.",
    path: USERS_PATH,
  });

export default function Users({ loaderData: { people, total, pageCount, query, ownId } }: Route.ComponentProps) {
  return (
    <AdminPage
      section="users"
      title="Users"
      lead={
        total.precision === "exact"
          ? pluralize(total.count, "person", "people")
          : `${formatCount(total.count, total.precision)} people`
      }
    >
      <Search query={query} />
      {people.length === 0 ? (
        <EmptyState
          title="No users found"
          actions={
            <Link className="link" to={USERS_PATH}>
              Show all users
            </Link>
          }
        >
          No users match your search and filters.
        </EmptyState>
      ) : (
        <UserTable people={people} query={query} ownId={ownId} />
      )}
      <Pager label="Users" page={query.page} pageCount={pageCount} hrefFor={(page) => peoplePath({ ...query, page })} />
    </AdminPage>
  );
}

function Search({ query }: { query: PeopleQuery }) {
  return (
    <FilterForm action={USERS_PATH} path={peoplePath(query)}>
      <label className="field admin-search-words">
        <span className="sr-only">Name, email or ID</span>
        <input
          className="input"
          type="search"
          name="q"
          placeholder="Name, email or ID"
          defaultValue={query.q}
          maxLength={100}
          autoComplete="off"
        />
      </label>
      <SelectField
        name="role"
        label="Role"
        value={query.role}
        options={ROLE_FILTERS.map((role) => ({ value: role, label: role === "all" ? "All roles" : ROLE_LABELS[role] }))}
      />
      <SelectField
        name="status"
        label="Status"
        value={query.status}
        options={[
          { value: "all", label: "All statuses" },
          ...PERSON_STATUSES.map((status) => ({ value: status, label: PERSON_STATUS_LABELS[status] })),
        ]}
      />
      {query.sort !== "newest" && <input type="hidden" name="sort" value={query.sort} />}
    </FilterForm>
  );
}

function UserTable({ people, query, ownId }: { people: PersonRow[]; query: PeopleQuery; ownId: string }) {
  const sorted = (sort: PeopleQuery["sort"]) => peoplePath({ ...query, sort, page: 1 });
  const { sort } = query;
  return (
    <table className="data-table admin-table">
      <thead>
        <tr>
          <SortLink
            label="User"
            direction={sort === "name" ? "ascending" : sort === "name-back" ? "descending" : null}
            to={sorted(sort === "name" ? "name-back" : "name")}
          />
          <th scope="col">Role</th>
          <SortLink
            label="Joined"
            direction={sort === "newest" ? "descending" : sort === "oldest" ? "ascending" : null}
            to={sorted(sort === "newest" ? "oldest" : "newest")}
            className="admin-wide"
          />
          <th scope="col">Status</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <UserTableRow key={person.id} person={person} isOwn={person.id === ownId} />
        ))}
      </tbody>
    </table>
  );
}

function UserTableRow({ person, isOwn }: { person: PersonRow; isOwn: boolean }) {
  const { id, name, role, joinedOn, joinedLabel, status } = person;
  const path = personPath(id);
  return (
    <tr>
      <th scope="row" className="admin-first">
        <Link className="admin-name" to={path}>
          {name}
        </Link>
        {isOwn && " (you)"} {person.isDemo && <DemoMark />}
        <small title={id}>{shortId(id)}</small>
      </th>
      <td>{ROLE_LABELS[role]}</td>
      <td className="admin-wide">
        <time dateTime={joinedOn}>{joinedLabel}</time>
      </td>
      <td>
        <span className={`badge ${STATUS_TONES[status]}`}>{personStatusLabel(person)}</span>
      </td>
      <RowMenu label={`Actions for ${name}`}>
        <Link to={`${path}#role`}>Edit Role</Link>
        <Link to={person.isPublic && status === "active" ? `/members/${id}` : path}>View Profile</Link>
        <Link to={`${path}#standing`}>{status === "suspended" ? "Restore" : "Suspend"}</Link>
        <Link to={`${path}#sessions`}>Sign out everywhere</Link>
      </RowMenu>
    </tr>
  );
}

const STATUS_TONES = { active: "badge-ivy", suspended: "badge-flag", deleting: "badge-brass" } as const;
