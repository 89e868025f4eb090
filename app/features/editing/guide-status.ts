import { dcTimeLabel } from "./dc-time.ts";

export type GuideStatus = {
  state: "draft" | "scheduled" | "early" | "published" | "unpublished" | "deleted";
  /** "Published Mon, Nov 23, 2026 at 5:00 PM". */
  label: string;
};

/** Where a guide stands, in words. `isSeen`: some members have it already, before its hour. */
export function guideStatus(
  post: { status: "draft" | "published"; publishedAt: Date; unpublishedAt: Date | null; deletedAt: Date | null },
  { isSeen, now }: { isSeen: boolean; now: Date },
): GuideStatus {
  if (post.deletedAt !== null) return { state: "deleted", label: `Deleted ${dcTimeLabel(post.deletedAt)}` };
  if (post.status === "published") {
    const at = dcTimeLabel(post.publishedAt);
    if (isSeen && post.publishedAt > now)
      return { state: "early", label: `City Insiders have it, everybody from ${at}` };
    return post.publishedAt > now
      ? { state: "scheduled", label: `Comes out ${at}` }
      : { state: "published", label: `Published ${at}` };
  }
  if (post.unpublishedAt === null) return { state: "draft", label: "Draft" };
  return { state: "unpublished", label: `Taken back ${dcTimeLabel(post.unpublishedAt)}` };
}
