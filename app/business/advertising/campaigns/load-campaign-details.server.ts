import type { Database } from "#app/db/database.server.ts";
import { formatDay } from "#app/lib/format-time.ts";

import { buildAd } from "../slots/reserve-slot.server.ts";
import { impressionsFor } from "./campaign.ts";
import { loadReport } from "./load-campaign-report.server.ts";
import { findCampaignRefund, listSurplusRefunds } from "../money/campaign-refunds.server.ts";
import type { CampaignDetails, PaymentLine, CampaignRefund } from "./campaign-details.ts";
import type { CampaignRow } from "./campaigns.server.ts";
import { budgetLabel, daysLabel, campaignStateLabel } from "./campaign-labels.ts";
import { loadNeighborhoodNames } from "./decide-campaign.server.ts";
import { slotLabel } from "../slots/slots.ts";

type ViewInput = { campaign: CampaignRow; place: { slug: string; name: string }; today: string; now: Date };

/** A campaign as the place's owners and managers see it. */
export async function loadCampaignDetails(
  db: Database,
  { campaign, place, today, now }: ViewInput,
): Promise<CampaignDetails> {
  const { id, state, headline, body, totalCents, spentCents, impressionCents, endsOn, decisionReason } = campaign;
  const names = await loadNeighborhoodNames(db);
  const surplus = await listSurplusRefunds(db, id);
  const report = await loadReport(db, { campaign, today });
  const unlistedAd = { slug: place.slug, name: place.name, headline, body, about: "", picture: null };
  return {
    id,
    place: { slug: place.slug, name: place.name },
    state,
    stateLabel: campaignStateLabel(campaign, today),
    isOver: endsOn < today,
    ad: (await buildAd(db, campaign, now)) ?? unlistedAd,
    days: daysLabel(campaign),
    budget: budgetLabel(campaign),
    totalCents,
    spentCents,
    impressionsMax: impressionsFor(totalCents, impressionCents),
    slots: campaign.slots.map((slot) => slotLabel(slot, names)),
    decisionReason,
    payments: paymentsShown(campaign, await findCampaignRefund(db, id), surplus),
    hasSurplus: surplus.length > 0,
    report: {
      ...report,
      bySlot: report.bySlot.map((each) => ({ ...each, label: slotLabel(each.slot, names) })),
    },
  };
}

/** The payment, then its refund, then surplus payments. */
function paymentsShown(
  { paymentId, paidAt, totalCents }: CampaignRow,
  refund: CampaignRefund | null,
  surplus: CampaignRefund[],
): PaymentLine[] {
  const paid =
    paymentId === null || paidAt === null
      ? []
      : [{ label: "Paid", cents: totalCents, on: formatDay(paidAt), number: paymentId }];
  const refundLines = refund === null ? [] : [{ ...refundLine(refund), label: REFUND_LABELS[refund.status] }];
  const surplusLines = surplus.map((each) => ({
    ...refundLine(each),
    label: `Surplus payment. ${REFUND_LABELS[each.status]}`,
  }));
  return [...paid, ...refundLines, ...surplusLines];
}

function refundLine({ paymentId, amountCents, requestedAt, settledAt }: CampaignRefund) {
  return { cents: -amountCents, on: formatDay(settledAt ?? requestedAt), number: paymentId };
}

const REFUND_LABELS = {
  pending: "Refund pending",
  refunded: "Refunded",
  "not-refundable": "Can’t be refunded: held by the bank",
};
