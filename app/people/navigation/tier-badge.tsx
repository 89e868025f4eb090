import { SUBSCRIPTION_PATH } from "#app/people/membership/billing-paths.ts";
import { planOf } from "#app/people/membership/plans/plans.ts";
import { useTier } from "./live-header-state.ts";
import type { HeaderViewer } from "./navigation.ts";

/** The user's paid plan; nothing for a free member. */
export function TierBadge({ viewer }: { viewer: Pick<HeaderViewer, "tier"> }) {
  const tier = useTier(viewer.tier);
  return tier === null ? null : <span className="badge badge-brass">{planOf(tier).name}</span>;
}

/** The header's link to the plans for a free member. On narrow screens the menu has it instead. */
export function PremiumLink({ viewer }: { viewer: Pick<HeaderViewer, "tier"> }) {
  return useTier(viewer.tier) === null ? (
    <a className="button button-premium premium-way" href={SUBSCRIPTION_PATH}>
      Premium
    </a>
  ) : null;
}
