import type { Database } from "#app/db/database.server.ts";

import { adOf } from "./sponsored-slot.server.ts";
import { impressionsFor } from "./campaign.ts";
import { loadReport } from "./campaign-report.server.ts";
import { refundOf, surplusOf } from "./campaign-refunds.server.ts";
import type { CampaignShown, PaymentShown, Refund } from "./campaign-shown.ts";
import type { CampaignRow } from "./campaigns.server.ts";
import { budgetLabel, daysLabel, stateWords } from "./campaign-words.ts";
import { neighborhoodNames } from "./decide-campaign.server.ts";
import { slotLabel } from "./slots.ts";

type Asked = { campaign: CampaignRow; place: { slug: string; name: string }; today: string; now: Date };

/** A campaign as whoever runs the place sees it. */
export async function campaignView(db: Database, { campaign, place, today, now }: Asked): Promise<CampaignShown> {
  const { id, state, headline, body, totalCents, spentCents, impressionCents, endsOn, decisionReason } = campaign;
  const names = await neighborhoodNames(db);
  const surplus = await surplusOf(db, id);
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
    payments: paymentsShown(campaign, await refundOf(db, id), surplus),
    hasSurplus: surplus.length > 0,
    report: {
      ...report,
      bySlot: report.bySlot.map((each) => ({ ...each, label: slotLabel(each.slot, names) })),
    },
  };
}

/** What was paid, then what goes back of it, then what paid for nothing. */
function paymentsShown(
  { paymentId, paidAt, totalCents }: CampaignRow,
  refund: Refund | null,
  surplus: Refund[],
): PaymentShown[] {
  const paid =
    paymentId === null || paidAt === null
      ? []
      : [{ label: "Paid", cents: totalCents, on: dayOf(paidAt), number: paymentId }];
  const back = refund === null ? [] : [{ ...lineOf(refund), label: REFUND_LABELS[refund.status] }];
  const twice = surplus.map((each) => ({
    ...lineOf(each),
    label: `Paid for nothing. ${REFUND_LABELS[each.status]}`,
  }));
  return [...paid, ...back, ...twice];
}

function lineOf({ paymentId, amountCents, askedAt, settledAt }: Refund) {
  return { cents: -amountCents, on: dayOf(settledAt ?? askedAt), number: paymentId };
}

const REFUND_LABELS = {
  asked: "On its way back",
  refunded: "Given back",
  kept: "Can’t be given back: the bank has it",
};

function dayOf(instant: Date): string {
  return day.format(instant);
}

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "medium" });
