import type { GuideCardData } from "./guide.ts";

/** Says of a guide that it isn't everybody's; nothing of one that is. */
export function GuideMark({ guide }: { guide: Pick<GuideCardData, "isForMembers" | "isEarly"> }) {
  if (guide.isEarly) return <span className="badge badge-brass">Early for City Insider</span>;
  return guide.isForMembers ? <span className="badge badge-brass">Members</span> : null;
}
