import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { listGuideAuthors } from "#app/guide/guides/write/guide-authors.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { formatCsv } from "#app/lib/csv.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { pickQuery, type QueryReader } from "#app/platform/route-handle.ts";

import { type BoundedCount, countUpTo, containsText, normalizeSearchText } from "./bounded-count.server.ts";
import {
  CONTENT_PAGE_MAX,
  type AdminPostRow,
  POST_COLUMNS,
  type POST_LIST_PARAMETERS,
  POST_ORDERS,
  POST_STATUSES,
  type PostListQuery,
  ROWS_PER_PAGE,
} from "./content.ts";
import { parseHiddenColumns } from "./columns.ts";
import { postStatus, countPostViews } from "../figures/load-overview.server.ts";

const QuerySchema = z.object({
  q: z.string().catch("").transform(normalizeSearchText),
  category: z.enum(["all", ...CATEGORY_SLUGS]).catch("all"),
  status: z.enum(POST_STATUSES).catch("all"),
  sort: z.enum(POST_ORDERS).catch("newest"),
});

/** Parses the query of a URL. Invalid values are ignored. */
export function parsePostListQuery(search: QueryReader<(typeof POST_LIST_PARAMETERS)[number]>): PostListQuery {
  return {
    ...QuerySchema.parse(pickQuery(search, ["q", "category", "status", "sort"])),
    without: parseHiddenColumns(search, POST_COLUMNS),
    page: Math.min(parsePageNumber(search.get("page")), CONTENT_PAGE_MAX),
  };
}

/** One page of guides in any state. There are a few thousand at most, so no index is needed. */
export async function listPosts(
  db: Database,
  { query, now }: { query: PostListQuery; now: Date },
): Promise<{ rows: AdminPostRow[]; total: BoundedCount; pageCount: number }> {
  const where = postFilter(query, now);
  const total = await countUpTo(db, { table: posts, where, searchText: query.q });
  const rows = await db
    .select()
    .from(posts)
    .where(where)
    .orderBy(...ORDERS[query.sort])
    .limit(ROWS_PER_PAGE)
    .offset((query.page - 1) * ROWS_PER_PAGE);
  return {
    rows: await toPostRows(db, rows, now),
    total,
    pageCount: Math.max(1, Math.ceil(total.count / ROWS_PER_PAGE)),
  };
}

function postFilter({ q, category, status }: PostListQuery, now: Date): SQL | undefined {
  const isDeleted = isNotNull(posts.deletedAt);
  const byStatus: Record<PostListQuery["status"], SQL | undefined> = {
    all: isNull(posts.deletedAt),
    published: and(eq(posts.status, "published"), lte(posts.publishedAt, now)),
    scheduled: and(eq(posts.status, "published"), gt(posts.publishedAt, now)),
    draft: and(eq(posts.status, "draft"), isNull(posts.deletedAt)),
    deleted: isDeleted,
  };
  return and(
    byStatus[status],
    q === "" ? undefined : containsText(sql`lower(${posts.title} || ' ' || ${posts.slug})`, q),
    category === "all" ? undefined : eq(posts.categorySlug, category),
  );
}

const VIEWS = sql`(select coalesce(sum(v.views), 0) from daily_views v where v.subject = 'guide' and v.key = ${posts.slug})`;

const ORDERS: Record<PostListQuery["sort"], SQL[]> = {
  newest: [desc(posts.publishedAt), desc(posts.id)],
  oldest: [asc(posts.publishedAt), asc(posts.id)],
  title: [sql`lower(${posts.title})`, asc(posts.id)],
  "title-back": [sql`lower(${posts.title}) desc`, desc(posts.id)],
  views: [sql`${VIEWS} desc`, desc(posts.id)],
  "views-back": [VIEWS, asc(posts.id)],
};

async function toPostRows(db: Database, rows: (typeof posts.$inferSelect)[], now: Date): Promise<AdminPostRow[]> {
  const views = await countPostViews(
    db,
    rows.map(({ slug }) => slug),
  );
  const ids = rows.map(({ id }) => id);
  // Admin pages are never cached, so the cache info is not used.
  const authors = await listGuideAuthors(db, ids, { page: newPageCacheInfo() });
  return rows.map((post) => ({
    id: post.id,
    slug: post.slug,
    title: post.title,
    category: CATEGORY_NAMES[post.categorySlug],
    authors: (authors.get(post.id) ?? []).map(({ name }) => name),
    status: postStatus(post, now),
    views: views.get(post.slug) ?? 0,
    on: post.publishedAt.toISOString(),
    dateLabel: formatDay(post.publishedAt),
  }));
}

/** Rows in memory at once. */
const ROWS_PER_PART = 500;

/** All results of a search, ordered by id. */
export async function* streamPostsCsv(
  db: Database,
  { query, now }: { query: PostListQuery; now: Date },
): AsyncGenerator<string> {
  yield formatCsv([["id", "slug", "title", "category", "authors", "status", "views", "published_at"]]);
  const where = postFilter(query, now);
  let after = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(posts)
      .where(and(where, gt(posts.id, after)))
      .orderBy(asc(posts.id))
      .limit(ROWS_PER_PART);
    yield formatCsv(
      (await toPostRows(db, rows, now)).map((row) => [
        row.id,
        row.slug,
        row.title,
        row.category,
        row.authors.join("; "),
        row.status,
        row.views,
        row.on,
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PART) return;
    after = last.id;
  }
}
