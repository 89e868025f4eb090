import "#app/own-pages.css";

import { Download, Plus } from "lucide-react";
import { useMemo } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { countText, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";

import { requireRole } from "../accounts/guards.ts";
import { deletePost, restorePost } from "../guides/delete-post.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "../places/categories.ts";
import type { Route } from "./+types/content-posts.route";
import { AdminPage } from "./admin-page.tsx";
import { carryOut, readBulk } from "./bulk.server.ts";
import {
  CONTENT_PATH,
  doneText,
  editPostPath,
  type ListedPost,
  NEW_POST_PATH,
  POST_STATUSES,
  postsPath,
  type PostsAsked,
  readDone,
} from "./content.ts";
import { Choice, ColumnChoice, ContentTabs, DoneNote } from "./content-parts.tsx";
import { listPosts, readPostsAsked } from "./content-posts.server.ts";
import { BULK_FORM, type ContentColumn, ContentTable } from "./content-table.tsx";
import { POST_STATUS_LABELS, POST_STATUS_TONES } from "./overview.ts";
import { RowMenu } from "./row-menu.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

/** Every guide, whatever its state. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  requireRole(site.viewer, request, ["admin"]);
  const search = new URL(request.url).searchParams;
  const asked = readPostsAsked(search);
  const found = await listPosts(site.db, { asked, now: site.now });
  if (asked.page > found.pageCount) throw redirect(postsPath({ ...asked, page: found.pageCount }), 303);
  return { ...found, asked, done: readDone(search.get("done")) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: adminId } = requireRole(site.viewer, request, ["admin"]);
  const asked = readPostsAsked(new URL(request.url).searchParams);
  const bulk = readBulk(await readForm(request));
  if (bulk === null) return data({ why: "Tick at least one post, then choose what to do with it." }, { status: 400 });
  const by = { actor: { kind: "staff", id: adminId } as const, now: site.now };
  const done = await carryOut(bulk, {
    delete: (postId) => deletePost(site.db, { postId, ...by }),
    restore: (postId) => restorePost(site.db, { postId, ...by }),
  });
  if (done === null) return data({ why: "That was done already, or the posts are gone." }, { status: 409 });
  const path = postsPath(asked);
  return redirect(`${path}${path.includes("?") ? "&" : "?"}done=${doneText(done)}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Posts",
    description: "Every guide, whatever its state.",
    path: CONTENT_PATH,
    robots: "noindex, follow",
  });

export default function ContentPosts({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, total, pageCount, asked, done } = loaderData;
  const isLoading = useNavigation().location?.pathname === CONTENT_PATH;
  const action = postsPath(asked);
  const columns = useMemo(() => columnsOf(asked), [asked]);
  return (
    <AdminPage
      section="content"
      title="Posts"
      lead={`${countText(total.count, total.precision)} shown by this search`}
      actions={
        <>
          <a
            className="button button-outline"
            href={postsPath({ ...asked, page: 1 }, "/admin/content/posts.csv")}
            download
          >
            <Download className="icon-small" aria-hidden="true" />
            CSV
          </a>
          <a className="button button-primary" href={NEW_POST_PATH}>
            <Plus className="icon-small" aria-hidden="true" />
            New Post
          </a>
        </>
      }
    >
      <ContentTabs current="posts" />
      {actionData !== undefined && <FormSummary why={actionData.why} problems={[]} />}
      {done !== null && <DoneNote done={done} noun="post" plural="posts" action={action} />}
      <Search asked={asked} />
      <ColumnChoice
        path={CONTENT_PATH}
        kept={{ q: asked.q, category: asked.category, status: asked.status, sort: asked.sort }}
        columns={columns.rest}
        without={asked.without}
      />
      {isLoading ? (
        <SkeletonRows count={3} />
      ) : rows.length === 0 ? (
        <EmptyState
          title="No post"
          actions={
            <Link className="link" to={CONTENT_PATH}>
              Show all posts
            </Link>
          }
        >
          {asked.status === "deleted" ? "Nothing is deleted." : "No post is like what you look for."}
        </EmptyState>
      ) : (
        <ContentTable
          key={rows.map(({ id }) => id).join()}
          rows={rows}
          first={columns.first}
          columns={columns.rest}
          Menu={PostMenu}
          nameOf={({ title }) => title}
          without={asked.without}
          action={action}
          isDeleted={asked.status === "deleted"}
        />
      )}
      <Pager label="Posts" page={asked.page} pageCount={pageCount} hrefFor={(page) => postsPath({ ...asked, page })} />
    </AdminPage>
  );
}

function Search({ asked }: { asked: PostsAsked }) {
  return (
    <Form className="admin-search" action={CONTENT_PATH} role="search" key={postsPath(asked)}>
      <label className="field admin-search-words">
        <span>Title or address</span>
        <input className="input" type="search" name="q" defaultValue={asked.q} maxLength={100} autoComplete="off" />
      </label>
      <Choice
        name="status"
        label="Status"
        value={asked.status}
        options={POST_STATUSES.map((status) => ({
          value: status,
          label: status === "all" ? "All" : POST_STATUS_LABELS[status],
        }))}
      />
      <Choice
        name="category"
        label="Category"
        value={asked.category}
        options={[
          { value: "all", label: "All" },
          ...CATEGORY_SLUGS.map((slug) => ({ value: slug, label: CATEGORY_NAMES[slug] })),
        ]}
      />
      <input type="hidden" name="sort" value={asked.sort} />
      <input type="hidden" name="without" value={asked.without} />
      <button type="submit" className="button button-outline">
        Search
      </button>
    </Form>
  );
}

function columnsOf(asked: PostsAsked): { first: ContentColumn<ListedPost>; rest: ContentColumn<ListedPost>[] } {
  const { sort } = asked;
  const sorted = (up: PostsAsked["sort"], down: PostsAsked["sort"], first: "up" | "down") => ({
    direction: sort === up ? ("ascending" as const) : sort === down ? ("descending" as const) : null,
    to: postsPath({
      ...asked,
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
      { id: "author", label: "Author", className: "admin-wide", cell: ({ author }) => author },
      {
        id: "status",
        label: "Status",
        cell: ({ status }) => (
          <span className={`badge ${POST_STATUS_TONES[status]}`}>{POST_STATUS_LABELS[status]}</span>
        ),
      },
      {
        id: "views",
        label: "Views",
        className: "admin-number admin-wide",
        sort: sorted("views-back", "views", "down"),
        cell: ({ views }) => fullCount(views),
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

function PostMenu({ row: { id, slug, title, status } }: { row: ListedPost }) {
  return (
    <RowMenu label={`Actions for ${title}`}>
      {status === "deleted" ? (
        <button type="submit" form={BULK_FORM} name="restore-one" value={id}>
          Restore
        </button>
      ) : (
        <>
          <a href={editPostPath(id)}>Edit</a>
          {status === "published" && <Link to={`/posts/${slug}`}>View</Link>}
          <button type="submit" form={BULK_FORM} name="delete-one" value={id} className="row-menu-delete">
            Delete
          </button>
        </>
      )}
    </RowMenu>
  );
}
