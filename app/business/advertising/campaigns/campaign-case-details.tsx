import type { CampaignCase } from "./campaign-case.ts";
import { SponsoredPreview } from "../slots/sponsored-card.tsx";

/** A campaign for the deciding editor: its look, places and days. */
export function CampaignCaseDetails({ about: { ad, days, paid, slots } }: { about: CampaignCase }) {
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>{days}</span>
        <span>{paid} paid</span>
      </p>
      <SponsoredPreview ad={ad} />
      <p className="text-row">Shown on: {slots.join(", ")}</p>
    </>
  );
}
