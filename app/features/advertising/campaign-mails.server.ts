import type { Database } from "#app/db/database.server.ts";
import { mailPerson } from "#app/features/business/business-mails.server.ts";
import { dollars } from "#app/lib/money.ts";
import { fullCount } from "#app/ui/counted.ts";

import { campaignPath, campaignsPath, impressionsFor } from "./campaign.ts";
import { daysLabel } from "./campaign-words.ts";
import type { CampaignRow } from "./campaigns.server.ts";

type NamedPlace = { slug: string; name: string };

/** Mails whoever paid for a campaign a receipt, once however often it is asked. Call it in the transaction that takes it. */
export async function mailCampaignReceipt(
  db: Database,
  given: { campaign: CampaignRow; place: NamedPlace; paymentId: string; paidAt: Date; userId: string; now: Date },
): Promise<void> {
  const { campaign, place, paymentId, paidAt, userId, now } = given;
  const { id, headline, totalCents, impressionCents } = campaign;
  const paid = dollars(totalCents);
  await mailPerson(db, {
    key: `campaign-receipt:${paymentId}`,
    userId,
    subject: oneSubject(`Your receipt: ${paid} for a campaign for ${place.name}`),
    paragraphs: [
      `Thank you. We have received ${paid} on ${day.format(paidAt)} for the campaign “${headline}” for ${place.name}.`,
      `It buys at most ${fullCount(impressionsFor(totalCents, impressionCents))} impressions, ${daysLabel(campaign)}. An editor looks at it first; whatever isn’t delivered by its end goes back to the card.`,
      `The payment’s number is ${paymentId}.`,
    ],
    link: { label: "The campaign and its payments", path: campaignPath(place.slug, id) },
    now,
  });
}

/** Mails whoever paid that money has gone back, once. Call it in the transaction that writes that down. */
export async function mailCampaignRefund(
  db: Database,
  given: {
    paymentId: string;
    amountCents: number;
    userId: string;
    place: NamedPlace | null;
    /** Null: it was paid a second time, or for what was deleted or changed. */
    campaign: Pick<CampaignRow, "id" | "headline" | "totalCents"> | null;
    now: Date;
  },
): Promise<void> {
  const { paymentId, amountCents, userId, place, campaign, now } = given;
  const back = dollars(amountCents);
  const name = place === null ? "a business" : place.name;
  const path = place === null ? "/advertise" : campaignsPath(place.slug);
  await mailPerson(db, {
    key: `campaign-refund:${paymentId}`,
    userId,
    subject: oneSubject(`${back} of your campaign for ${name} go back to you`),
    paragraphs: [
      campaign === null
        ? `On ${day.format(now)} we gave ${back} back to the card: the campaign for ${name} was paid for already, or was deleted or changed before the payment came.`
        : `On ${day.format(now)} we gave ${back} back to the card. It is what the campaign “${campaign.headline}” for ${name} didn’t deliver of the ${dollars(campaign.totalCents)} that were paid for it.`,
      "Banks take five to ten days to show it.",
      `The payment’s number is ${paymentId}.`,
    ],
    link: {
      label: campaign === null || place === null ? "Your campaigns" : "The campaign and its payments",
      path: campaign === null || place === null ? path : campaignPath(place.slug, campaign.id),
    },
    now,
  });
}

/** The outbox takes so much; names of places are shorter than that, but two of them and a sum need not be. */
const SUBJECT_CHARACTERS_MAX = 180;

function oneSubject(subject: string): string {
  return Array.from(subject).slice(0, SUBJECT_CHARACTERS_MAX).join("");
}

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "long" });
