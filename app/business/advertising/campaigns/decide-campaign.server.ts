import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { closeCampaignCase } from "#app/core/cases/subject-cases.server.ts";
import type { CaseDecision } from "#app/core/cases/close-cases.server.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { formatDollars } from "#app/lib/money.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { daysLabel } from "./campaign-labels.ts";
import type { CampaignCase } from "./campaign-case.ts";
import { activateCampaign, endCampaign } from "./campaigns.server.ts";
import { notifyCampaignOwners } from "./notify-campaign-owners.server.ts";
import { slotLabel } from "../slots/slots.ts";

type CampaignDecision = CaseDecision & { campaignId: string };

/**
 * Applies an editor's decision: an approved campaign runs from its first day on, a rejected one is refunded in
 * full.
 *
 * @returns "own": editors can't decide about places they manage. "closed": nothing is waiting. Then nothing
 * changed.
 */
export async function decideCampaign(
  db: Database,
  decisionInput: CampaignDecision,
): Promise<"decided" | "own" | "closed"> {
  const { campaignId: id, decision, reason, decidedBy, now } = decisionInput;
  const by = { kind: "staff", id: decidedBy } as const;
  return db.transaction(async (tx) => {
    const [waiting] = await tx
      .select()
      .from(campaigns)
      .where(and(eq(campaigns.id, id), eq(campaigns.state, "waiting")))
      .for("update");
    if (waiting === undefined || waiting.placeId === null) return "closed";
    const isOwn = and(eq(placeOwners.placeId, waiting.placeId), eq(placeOwners.userId, decidedBy));
    if (waiting.boughtBy === decidedBy || (await tx.$count(placeOwners, isOwn)) > 0) return "own";
    const closed = await closeCampaignCase(tx, decisionInput);
    if (closed === null) return "closed";
    await tx.update(campaigns).set({ decidedAt: now, decisionReason: reason }).where(eq(campaigns.id, id));
    if (decision === "rejected") {
      await endCampaign(tx, { id, why: "rejected", reason, by, now });
      return "decided";
    }
    const active = await activateCampaign(tx, { id, from: "waiting", by, now });
    if (active === null) throw new Error(`Campaign ${id} was locked and didn't wait`);
    await notifyCampaignOwners(tx, { campaign: active, refundCents: 0, exceptUserId: null, caseId: closed.id, now });
    return "decided";
  });
}

/** Waiting campaigns by id, as the deciding editor sees them. */
export async function loadCampaignCases(
  db: Database,
  ids: string[],
  moment: PageContext,
): Promise<Map<string, CampaignCase>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ campaign: campaigns, place: { id: places.id, slug: places.slug, name: places.name } })
    .from(campaigns)
    .innerJoin(places, eq(places.id, campaigns.placeId))
    .where(and(inArray(campaigns.id, ids), eq(campaigns.state, "waiting")));
  const names = await loadNeighborhoodNames(db);
  const cards = await placeCardsById(
    db,
    rows.map(({ place }) => place.id),
    moment,
  );
  return new Map(
    rows.map(({ campaign, place }) => {
      const card = cards.find(({ id }) => id === place.id);
      const { id, headline, body } = campaign;
      return [
        id,
        {
          id,
          place: { slug: place.slug, name: place.name },
          ad: {
            slug: place.slug,
            name: place.name,
            headline,
            body,
            about: card === undefined ? "" : `${card.type}, ${card.neighborhood.name}`,
            picture: card?.picture.card ?? null,
          },
          days: daysLabel(campaign),
          paid: formatDollars(campaign.totalCents),
          slots: campaign.slots.map((slot) => slotLabel(slot, names)),
        },
      ];
    }),
  );
}

/** Names of neighborhoods by slug; a few dozen. */
export async function loadNeighborhoodNames(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ slug: neighborhoods.slug, name: neighborhoods.name }).from(neighborhoods);
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}
