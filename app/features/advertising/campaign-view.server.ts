import type { Database } from "#app/db/database.server.ts";

import { adOf } from "./sponsored-slot.server.ts";
import { impressionsFor } from "./campaign.ts";
import { loadReport } from "./campaign-report.server.ts";
import { refundOf, surplusOf } from "./campaign-refunds.server.ts";
import type { CampaignShown } from "./campaign-shown.ts";
import type { CampaignRow } from "./campaigns.server.ts";
import { budgetLabel, daysLabel, stateWords } from "./campaign-words.ts";
import { neighborhoodNames } from "./decide-campaign.server.ts";
import { slotLabel } from "./slots.ts";

type Asked = { campaign: CampaignRow; place: { slug: string; name: string }; today: string; now: Date };

/** A campaign as whoever runs the place sees it. */
export async function campaignView(db: Database, { campaign, place, today, now }: Asked): Promise<CampaignShown> {
  const { id, state, headline, body, totalCents, spentCents, impressionCents, endsOn, decisionReason } = campaign;
  const names = await neighborhoodNames(db);
  const report = await loadReport(db, { campaign, today });
  const words = { slug: place.slug, name: place.name, headline, body, about: "", picture: null };
  return {
    id,
    place: { slug: place.slug, name: place.name },
    state,
    stateWords: stateWords(campaign, today),
    isOver: endsOn < today,
    ad: (await adOf(db, campaign, now)) ?? words,
    days: daysLabel(campaign),
    budget: budgetLabel(campaign),
    totalCents,
    spentCents,
    impressionsMax: impressionsFor(totalCents, impressionCents),
    shownOn: campaign.shownOn.map((slot) => slotLabel(slot, names)),
    decisionReason,
    refund: await refundOf(db, id),
    surplus: await surplusOf(db, id),
    report: {
      ...report,
      bySlot: report.bySlot.map((each) => ({ ...each, label: slotLabel(each.slot, names) })),
    },
  };
}
