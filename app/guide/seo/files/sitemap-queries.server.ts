import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL, sql, type SQLWrapper } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import { picturePath, streetPlanPath } from "#illustrations/picture-url.ts";
import { isIndexed } from "#app/guide/places/facts/listing-depth.server.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { SITEMAP_KINDS, SITEMAP_URLS_MAX, type SitemapKind, type SitemapFile, type SitemapUrl } from "./sitemap.ts";

type ListedKind = Exclude<SitemapKind, "pages">;

/** `pages`: the paths of the public pages that have one URL each. `urlsMax`: the limit of URLs per file. */
type SitemapOptions = { pages?: readonly string[]; urlsMax?: number };

/** All non-empty files of the sitemap with their last change. */
export async function listSitemapFiles(
  db: Database,
  moment: PageContext,
  { pages = [], urlsMax = SITEMAP_URLS_MAX }: SitemapOptions = {},
): Promise<(SitemapFile & { changedAt: Date | null })[]> {
  const parts: (SitemapFile & { changedAt: Date | null })[] = [];
  for (const kind of SITEMAP_KINDS) {
    if (kind === "pages") parts.push({ kind, number: 1, changedAt: latest(await pageUrls(db, pages, moment)) });
    else parts.push(...(await listedParts(db, { kind, urlsMax }, moment)));
  }
  return parts;
}

/** The URLs of one sitemap file. Null when the file doesn't exist. */
export async function listSitemapUrls(
  db: Database,
  part: SitemapFile,
  moment: PageContext,
  { pages = [], urlsMax = SITEMAP_URLS_MAX }: SitemapOptions = {},
): Promise<SitemapUrl[] | null> {
  const { kind, number } = part;
  if (kind === "pages") return number === 1 ? pageUrls(db, pages, moment) : null;
  const numbered = numberedRows(db, kind, moment);
  const before = (number - 1) * urlsMax;
  const rows = await db
    .select()
    .from(numbered)
    .where(and(gt(numbered.position, before), lte(numbered.position, before + urlsMax)))
    .orderBy(asc(numbered.position));
  if (rows.length === 0) return null;
  return rows.map(({ changedAt, ...row }) => ({ ...URL_BUILDERS[kind](row), changedAt }));
}

type ListedRow = { slug: string; salt: number; cover: string | null };

const URL_BUILDERS: Record<ListedKind, (row: ListedRow) => { path: string; imagePath: string }> = {
  places: ({ slug, salt }) => ({
    path: `/places/${slug}`,
    imagePath: picturePath({ kind: "places", slug, salt, crop: "hero" }),
  }),
  guides: ({ slug, salt, cover }) => ({
    path: `/posts/${slug}`,
    imagePath: cover ?? picturePath({ kind: "guides", slug, salt, crop: "hero" }),
  }),
  neighborhoods: ({ slug }) => ({ path: `/neighborhood/${slug}`, imagePath: streetPlanPath(slug, "day") }),
};

async function listedParts(
  db: Database,
  { kind, urlsMax }: { kind: ListedKind; urlsMax: number },
  moment: PageContext,
) {
  const numbered = numberedRows(db, kind, moment);
  const number = sql<number>`(${numbered.position} - 1) / ${urlsMax}::int + 1`.mapWith(Number);
  const rows = await db
    .select({ number, changedAt: newest(numbered.changedAt) })
    .from(numbered)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  return rows.map((row) => ({ kind, ...row }));
}

/** Published entries, numbered from 1, oldest first, so that a new entry only changes the last file. */
function numberedRows(db: Database, kind: ListedKind, { now, page }: PageContext) {
  page.tags.add(kind);
  if (kind === "places") {
    const columns = numberedColumns({
      order: places.id,
      ...places,
      salt: places.pictureSalt,
      cover: sql`null`,
      changedAt: places.updatedAt,
    });
    return db
      .select(columns)
      .from(places)
      .where(and(eq(places.status, "published"), isIndexed))
      .as("numbered");
  }
  if (kind === "guides") {
    const columns = numberedColumns({
      order: posts.id,
      ...posts,
      salt: posts.pictureSalt,
      cover: sql`${posts.cover} ->> 'path'`,
      changedAt: GUIDE_CHANGED_AT,
    });
    return db.select(columns).from(posts).where(isGuideVisible({ now })).as("numbered");
  }
  const { slug, updatedAt } = neighborhoods;
  const columns = numberedColumns({ order: slug, slug, salt: sql`0`, cover: sql`null`, changedAt: updatedAt });
  return db.select(columns).from(neighborhoods).as("numbered");
}

function numberedColumns(from: Record<"order" | "slug" | "salt" | "cover" | "changedAt", SQLWrapper>) {
  return {
    position: sql<number>`row_number() over (order by ${from.order})`.mapWith(Number).as("position"),
    slug: sql<string>`${from.slug}`.as("slug"),
    salt: sql<number>`${from.salt}`.mapWith(Number).as("salt"),
    cover: sql<string | null>`${from.cover}`.as("cover"),
    changedAt: sql<Date>`${from.changedAt}`.mapWith(posts.updatedAt).as("changed_at"),
  };
}

/** A draft's last change may be before its publication. */
const GUIDE_CHANGED_AT = sql`greatest(${posts.updatedAt}, ${posts.publishedAt})`;

/** Twenty years of weekly issues, so that one file is enough. */
const ISSUES_LISTED_MAX = 1_000;

/** Pages other than places, guides and neighborhoods, with the latest change of their content. */
async function pageUrls(db: Database, pages: readonly string[], moment: PageContext): Promise<SitemapUrl[]> {
  moment.page.tags.add("places").add("guides").add("neighborhoods").add("newsletter");
  const placeRows = await db
    .select({ category: places.categorySlug, changedAt: newest(places.updatedAt) })
    .from(places)
    .where(eq(places.status, "published"))
    .groupBy(places.categorySlug);
  const guideRows = await db
    .select({ category: posts.categorySlug, changedAt: newest(GUIDE_CHANGED_AT) })
    .from(posts)
    .where(isGuideVisible({ now: moment.now }))
    .groupBy(posts.categorySlug);
  const areas = await db.select({ changedAt: newest(neighborhoods.updatedAt) }).from(neighborhoods);
  // Served by newsletter_issues_out; there is one a week.
  const issues = await db
    .select({ slug: newsletterIssues.slug, changedAt: newsletterIssues.startedAt })
    .from(newsletterIssues)
    .where(and(isNotNull(newsletterIssues.startedAt), isNull(newsletterIssues.withdrawnAt)))
    .orderBy(desc(newsletterIssues.startedAt))
    .limit(ISSUES_LISTED_MAX);
  const page = (path: string, rows: { changedAt: Date | null }[]) => ({
    path,
    changedAt: latest(rows),
    imagePath: null,
  });
  // The dates of other pages are unknown.
  const changes = new Map<string, { changedAt: Date | null }[]>([
    ["/", [...placeRows, ...guideRows]],
    ["/latest", guideRows],
    ["/neighborhoods", areas],
    ["/map", placeRows],
    ["/newsletter", issues],
  ]);
  return [
    ...pages.map((path) => page(path, changes.get(path) ?? [])),
    ...issues.map(({ slug, changedAt }) => page(`/newsletter/${slug}`, [{ changedAt }])),
    ...CATEGORY_SLUGS.map((slug) =>
      page(
        `/${slug}`,
        [...placeRows, ...guideRows].filter((row) => row.category === slug),
      ),
    ),
    // Leaves out archives without guides.
    ...guideRows.map((row) => page(`/category/${row.category}`, [row])),
  ];
}

function newest(column: SQLWrapper): SQL<Date | null> {
  return sql<Date | null>`max(${column})`.mapWith(posts.updatedAt);
}

function latest(rows: readonly { changedAt: Date | null }[]): Date | null {
  return rows.reduce<Date | null>(
    (latestSoFar, { changedAt }) =>
      changedAt !== null && (latestSoFar === null || changedAt > latestSoFar) ? changedAt : latestSoFar,
    null,
  );
}
