import { and, asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import type { GuideAuthor } from "./guide.ts";

/** What stands under an article of somebody whose account is gone, or about to go. */
export const FORMER_AUTHOR = "A former editor";

const shown = {
  slug: authors.slug,
  name: authors.name,
  bio: authors.bio,
  kind: authors.kind,
  userId: authors.userId,
  goneAt: users.deletedAt,
};

type ShownRow = Pick<typeof authors.$inferSelect, "slug" | "name" | "bio" | "kind" | "userId"> & {
  goneAt: Date | null;
};

/** Who signs guides, each guide's in their order. Served by the primary keys of posts and post_coauthors. */
export async function guideAuthors(
  db: Database,
  postIds: readonly number[],
  { page }: Pick<PageMoment, "page">,
): Promise<Map<number, GuideAuthor[]>> {
  if (postIds.length === 0) return new Map();
  const first = await db
    .select({ postId: posts.id, ...shown })
    .from(posts)
    .innerJoin(authors, eq(authors.slug, posts.authorSlug))
    .leftJoin(users, eq(users.id, authors.userId))
    .where(inArray(posts.id, [...postIds]));
  const others = await db
    .select({ postId: postCoauthors.postId, ...shown })
    .from(postCoauthors)
    .innerJoin(authors, eq(authors.slug, postCoauthors.authorSlug))
    .leftJoin(users, eq(users.id, authors.userId))
    .where(inArray(postCoauthors.postId, [...postIds]))
    .orderBy(asc(postCoauthors.postId), asc(postCoauthors.position));
  const byPost = new Map<number, GuideAuthor[]>();
  for (const { postId, ...row } of [...first, ...others]) {
    byPost.set(postId, [...(byPost.get(postId) ?? []), authorOf(row, page)]);
  }
  return byPost;
}

/** Authors by their slugs, in that order, as a page shows them; one that isn't there is left out. */
export async function authorsBySlug(
  db: Database,
  slugs: readonly string[],
  { page }: Pick<PageMoment, "page">,
): Promise<GuideAuthor[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select(shown)
    .from(authors)
    .leftJoin(users, and(eq(users.id, authors.userId)))
    .where(inArray(authors.slug, [...slugs]));
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map((row) => authorOf(row, page)));
}

function authorOf({ userId, goneAt, slug, name, bio, kind }: ShownRow, page: PageMoment["page"]): GuideAuthor {
  if (userId !== null) page.tags.add(`member:${userId}`);
  return goneAt === null ? { slug, name, bio, kind } : { slug, name: FORMER_AUTHOR, bio: "", kind };
}

/** "Ada, Grace, and The Rowhouse editors". */
export function bylineOf(signed: readonly Pick<GuideAuthor, "name">[]): string {
  return names.format(signed.map(({ name }) => name));
}

const names = new Intl.ListFormat("en-US", { style: "long", type: "conjunction" });
