import type { Database } from "#app/db/database.server.ts";
import { mailUser } from "#app/business/listings/claims/business-mails.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { campaignPath, campaignsPath, impressionsFor } from "./campaign.ts";
import { daysLabel } from "./campaign-labels.ts";
import type { CampaignRow } from "./campaigns.server.ts";

type NamedPlace = { slug: string; name: string };

/** Sends the buyer a receipt, once per payment. Call it in the transaction that records the payment. */
export async function mailCampaignReceipt(
  db: Database,
  given: { campaign: CampaignRow; place: NamedPlace; paymentId: string; paidAt: Date; userId: string; now: Date },
): Promise<void> {
  const { campaign, place, paymentId, paidAt, userId, now } = given;
  const { id, headline, totalCents, impressionCents } = campaign;
  const paid = formatDollars(totalCents);
  await mailUser(db, {
    key: `campaign-receipt:${paymentId}`,
    userId,
    subject: shortSubject(`Your receipt: ${paid} for a campaign for ${place.name}`),
    paragraphs: [
      `Thank you. We received ${paid} on ${formatLongDay(paidAt)} for the campaign “${headline}” for ${place.name}.`,
      `It buys at most ${formatFullCount(impressionsFor(totalCents, impressionCents))} impressions, ${daysLabel(campaign)}. An editor reviews it first. When it ends, we refund unspent money to your card.`,
      `Payment number: ${paymentId}.`,
    ],
    link: { label: "See the campaign and its payments", path: campaignPath(place.slug, id) },
    now,
  });
}

/** Tells the buyer about a refund, once. Call it in the transaction that records the refund. */
export async function mailCampaignRefund(
  db: Database,
  given: {
    paymentId: string;
    amountCents: number;
    userId: string;
    place: NamedPlace | null;
    /** Null for a second payment, or one for a deleted or changed draft. */
    campaign: Pick<CampaignRow, "id" | "headline" | "totalCents"> | null;
    now: Date;
  },
): Promise<void> {
  const { paymentId, amountCents, userId, place, campaign, now } = given;
  const refunded = formatDollars(amountCents);
  const name = place === null ? "a business" : place.name;
  const path = place === null ? "/advertise" : campaignsPath(place.slug);
  await mailUser(db, {
    key: `campaign-refund:${paymentId}`,
    userId,
    subject: shortSubject(`Your refund: ${refunded} for a campaign for ${name}`),
    paragraphs: [
      campaign === null
        ? `On ${formatLongDay(now)} we refunded ${refunded} to your card. The campaign for ${name} was already paid for, or was deleted or changed before the payment arrived.`
        : `On ${formatLongDay(now)} we refunded ${refunded} to your card. It is the unspent part of the ${formatDollars(campaign.totalCents)} for the campaign “${campaign.headline}” for ${name}.`,
      "Banks take five to ten days to show a refund.",
      `Payment number: ${paymentId}.`,
    ],
    link: {
      label: campaign === null || place === null ? "Your campaigns" : "See the campaign and its payments",
      path: campaign === null || place === null ? path : campaignPath(place.slug, campaign.id),
    },
    now,
  });
}

/** Shorter than the outbox's limit. A place name with an amount could exceed it. */
const SUBJECT_CHARACTERS_MAX = 180;

function shortSubject(subject: string): string {
  return Array.from(subject).slice(0, SUBJECT_CHARACTERS_MAX).join("");
}
