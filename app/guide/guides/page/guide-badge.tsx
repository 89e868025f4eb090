import type { GuideCardData } from "./guide.ts";

/** The badge of a guide for members or with early access; nothing for a public guide. */
export function GuideBadge({ guide }: { guide: Pick<GuideCardData, "isForMembers" | "isEarly"> }) {
  if (guide.isEarly) return <span className="badge badge-brass">Early for City Insider</span>;
  return guide.isForMembers ? <span className="badge badge-brass">Members</span> : null;
}
