import { formatWeekdayInstant } from "#app/lib/format-time.ts";

export type GuideStatus = {
  state: "draft" | "scheduled" | "early" | "published" | "unpublished" | "deleted";
  /** "Published Mon, Nov 23, 2026 at 5:00 PM". */
  label: string;
};

/** A guide's status with its label. `isSeen`: members with early access can see it already. */
export function guideStatus(
  post: { status: "draft" | "published"; publishedAt: Date; unpublishedAt: Date | null; deletedAt: Date | null },
  { isSeen, now }: { isSeen: boolean; now: Date },
): GuideStatus {
  if (post.deletedAt !== null) return { state: "deleted", label: `Deleted ${formatWeekdayInstant(post.deletedAt)}` };
  if (post.status === "published") {
    const at = formatWeekdayInstant(post.publishedAt);
    if (isSeen && post.publishedAt > now) return { state: "early", label: `Early access now, public ${at}` };
    return post.publishedAt > now
      ? { state: "scheduled", label: `Scheduled for ${at}` }
      : { state: "published", label: `Published ${at}` };
  }
  if (post.unpublishedAt === null) return { state: "draft", label: "Draft" };
  return { state: "unpublished", label: `Unpublished ${formatWeekdayInstant(post.unpublishedAt)}` };
}
