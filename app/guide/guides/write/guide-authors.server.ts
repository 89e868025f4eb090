import { and, asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { GuideAuthor } from "../page/guide.ts";

/** The byline of an author whose account is deleted or being deleted. */
export const FORMER_AUTHOR = "A former editor";

const authorColumns = {
  slug: authors.slug,
  name: authors.name,
  bio: authors.bio,
  kind: authors.kind,
  userId: authors.userId,
  goneAt: users.deletedAt,
};

type AuthorRow = Pick<typeof authors.$inferSelect, "slug" | "name" | "bio" | "kind" | "userId"> & {
  goneAt: Date | null;
};

/** Each guide's authors in byline order. Served by the primary keys of posts and post_coauthors. */
export async function listGuideAuthors(
  db: Database,
  postIds: readonly number[],
  { page }: Pick<PageContext, "page">,
): Promise<Map<number, GuideAuthor[]>> {
  if (postIds.length === 0) return new Map();
  const first = await db
    .select({ postId: posts.id, ...authorColumns })
    .from(posts)
    .innerJoin(authors, eq(authors.slug, posts.authorSlug))
    .leftJoin(users, eq(users.id, authors.userId))
    .where(inArray(posts.id, [...postIds]));
  const others = await db
    .select({ postId: postCoauthors.postId, ...authorColumns })
    .from(postCoauthors)
    .innerJoin(authors, eq(authors.slug, postCoauthors.authorSlug))
    .leftJoin(users, eq(users.id, authors.userId))
    .where(inArray(postCoauthors.postId, [...postIds]))
    .orderBy(asc(postCoauthors.postId), asc(postCoauthors.position));
  const byPost = new Map<number, GuideAuthor[]>();
  for (const { postId, ...row } of [...first, ...others]) {
    byPost.set(postId, [...(byPost.get(postId) ?? []), toGuideAuthor(row, page)]);
  }
  return byPost;
}

/** Authors in the order of the given slugs, as pages show them. Unknown slugs are left out. */
export async function findAuthorsBySlug(
  db: Database,
  slugs: readonly string[],
  { page }: Pick<PageContext, "page">,
): Promise<GuideAuthor[]> {
  if (slugs.length === 0) return [];
  const rows = await db
    .select(authorColumns)
    .from(authors)
    .leftJoin(users, and(eq(users.id, authors.userId)))
    .where(inArray(authors.slug, [...slugs]));
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map((row) => toGuideAuthor(row, page)));
}

function toGuideAuthor({ userId, goneAt, slug, name, bio, kind }: AuthorRow, page: PageContext["page"]): GuideAuthor {
  if (userId !== null) page.tags.add(`member:${userId}`);
  return goneAt === null ? { slug, name, bio, kind } : { slug, name: FORMER_AUTHOR, bio: "", kind };
}

/** "Ada, Grace, and The Rowhouse editors". */
export function formatByline(signed: readonly Pick<GuideAuthor, "name">[]): string {
  return names.format(signed.map(({ name }) => name));
}

const names = new Intl.ListFormat("en-US", { style: "long", type: "conjunction" });
