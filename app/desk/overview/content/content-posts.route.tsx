import { useMemo } from "react";
import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { publishCurrentDraft, undoUnpublish, unpublishIfPublic } from "#app/desk/editor/publish/publish.server.ts";
import { deleteGuide, restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import type { Route } from "./+types/content-posts.route";
import { runBulkAction } from "./bulk.server.ts";
import {
  CONTENT_PATH,
  editPostPath,
  type AdminPostRow,
  NEW_POST_PATH,
  POST_STATUSES,
  postsPath,
  type PostListQuery,
  parseBulkResult,
  shortByline,
  viewPostPath,
  POST_LIST_PARAMETERS,
} from "./content.ts";
import { ContentList } from "./content-list.tsx";
import { SelectField } from "./content-parts.tsx";
import { listPosts, parsePostListQuery } from "./content-posts.server.ts";
import { BULK_FORM, type ContentColumn } from "./content-table.tsx";
import { POST_STATUS_LABELS, POST_STATUS_BADGES } from "../figures/overview.ts";
import { FilterForm } from "../filter-form.tsx";
import { RowMenu } from "./row-menu.tsx";

export const handle = { audience: "admin", query: [...POST_LIST_PARAMETERS, "done"] } as const satisfies RouteHandle;

/** Every guide, including drafts and deleted ones. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const search = readQuery(request, handle);
  const query = parsePostListQuery(search);
  const found = await listPosts(site.db, { query, now: site.now });
  if (query.page > found.pageCount) throw redirect(postsPath({ ...query, page: found.pageCount }), 303);
  return { ...found, query, done: parseBulkResult(search.get("done")) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const query = parsePostListQuery(readQuery(request, handle));
  const by = { actor: { kind: "staff", id: adminId } as const, now: site.now };
  const acts = {
    delete: (postId: number) => deleteGuide(site.db, { postId, ...by }),
    restore: async (postId: number) => {
      const restored = await restoreGuide(site.db, { postId, ...by });
      return restored === "as-draft" ? restored : restored === "restored";
    },
    publish: async (id: number) => {
      const published = await publishCurrentDraft(site.db, { id, by: adminId, now: site.now });
      return published === "not-ready" || published === "scheduled" ? "left" : published === "published";
    },
    republish: async (id: number) => {
      const outcome = await undoUnpublish(site.db, { id, by: adminId, now: site.now });
      return outcome === "left" ? outcome : outcome === "published";
    },
    unpublish: async (id: number) => {
      const outcome = await unpublishIfPublic(site.db, { id, by: adminId, now: site.now });
      return outcome === "scheduled" ? "left" : outcome === "unpublished";
    },
  };
  const answer = await runBulkAction(await readForm(request), { kind: "posts", acts, path: postsPath(query) });
  return "to" in answer ? redirect(answer.to, 303) : data({ why: answer.why }, { status: answer.status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Posts",
    description: "Every guide, including drafts and deleted ones.",
    path: CONTENT_PATH,
  });

export default function ContentPosts({ loaderData, actionData }: Route.ComponentProps) {
  const { query, done } = loaderData;
  const columns = useMemo(() => columnsOf(query), [query]);
  const { q, category, status, sort } = query;
  return (
    <ContentList
      kind="posts"
      title="Posts"
      path={CONTENT_PATH}
      action={postsPath(query)}
      found={loaderData}
      query={query}
      hrefFor={(page) => postsPath({ ...query, page })}
      preservedParams={{ q, category, status, sort }}
      search={<Search query={query} />}
      columns={columns}
      Menu={PostMenu}
      nameOf={({ title }) => title}
      csv={postsPath({ ...query, page: 1 }, "/admin/content/posts.csv")}
      add={{
        label: "New Post",
        to: NEW_POST_PATH,
        isMadeAtOnce: true,
        file: { label: "Import", to: NEW_POST_PATH },
      }}
      deeds={PUBLISH_ACTIONS}
      done={done}
      refused={actionData?.why ?? null}
    />
  );
}

const PUBLISH_ACTIONS = [
  { value: "publish", label: "Publish" },
  { value: "unpublish", label: "Unpublish" },
];

function Search({ query }: { query: PostListQuery }) {
  return (
    <FilterForm action={CONTENT_PATH} path={postsPath(query)}>
      <label className="field admin-search-words">
        <span className="sr-only">Title or URL</span>
        <input
          className="input"
          type="search"
          name="q"
          placeholder="Find a post"
          defaultValue={query.q}
          maxLength={100}
          autoComplete="off"
        />
      </label>
      <SelectField
        name="status"
        label="Status"
        value={query.status}
        options={POST_STATUSES.map((status) => ({
          value: status,
          label: status === "all" ? "All statuses" : POST_STATUS_LABELS[status],
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
      <input type="hidden" name="sort" value={query.sort} />
      <input type="hidden" name="without" value={query.without} />
    </FilterForm>
  );
}

function columnsOf(query: PostListQuery): { first: ContentColumn<AdminPostRow>; rest: ContentColumn<AdminPostRow>[] } {
  const { sort } = query;
  const sorted = (up: PostListQuery["sort"], down: PostListQuery["sort"], first: "up" | "down") => ({
    direction: sort === up ? ("ascending" as const) : sort === down ? ("descending" as const) : null,
    to: postsPath({
      ...query,
      sort: sort === (first === "up" ? up : down) ? (first === "up" ? down : up) : first === "up" ? up : down,
      page: 1,
    }),
  });
  return {
    first: {
      id: "title",
      label: "Title",
      sort: sorted("title", "title-back", "up"),
      cell: ({ id, title, status }) =>
        status === "deleted" ? (
          title
        ) : (
          <a className="admin-name" href={editPostPath(id)}>
            {title}
          </a>
        ),
    },
    rest: [
      { id: "category", label: "Category", className: "admin-wide", cell: ({ category }) => category },
      { id: "author", label: "Author", className: "admin-widest", cell: ({ authors }) => shortByline(authors) },
      {
        id: "status",
        label: "Status",
        cell: ({ status }) => (
          <span className={`badge ${POST_STATUS_BADGES[status]}`}>{POST_STATUS_LABELS[status]}</span>
        ),
      },
      {
        id: "views",
        label: "Views",
        className: "admin-number admin-wide",
        sort: sorted("views-back", "views", "down"),
        cell: ({ views }) => formatFullCount(views),
      },
      {
        id: "date",
        label: "Date",
        className: "admin-wide",
        sort: sorted("oldest", "newest", "down"),
        cell: ({ on, dateLabel }) => <time dateTime={on}>{dateLabel}</time>,
      },
    ],
  };
}

function PostMenu({ row: { id, slug, title, status } }: { row: AdminPostRow }) {
  return (
    <RowMenu label={`Actions for ${title}`}>
      {status === "deleted" ? (
        <button type="submit" form={BULK_FORM} name="restore-one" value={id}>
          Restore
        </button>
      ) : (
        <>
          <a href={editPostPath(id)}>Edit</a>
          <Link to={status === "published" ? `/posts/${slug}` : viewPostPath(id)}>View</Link>
          <button type="submit" form={BULK_FORM} name="delete-one" value={id} className="row-menu-delete">
            Delete
          </button>
        </>
      )}
    </RowMenu>
  );
}
