import { planOf } from "../billing/plans.ts";
import { useTier } from "./heard.ts";
import type { HeaderViewer } from "./navigation.ts";

/** What somebody is a member of; nothing for a free member. */
export function TierBadge({ viewer }: { viewer: Pick<HeaderViewer, "tier"> }) {
  const tier = useTier(viewer.tier);
  return tier === null ? null : <span className="badge badge-brass">{planOf(tier).name}</span>;
}
