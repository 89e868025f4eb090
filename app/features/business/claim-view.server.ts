import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

import { type OpenClaim, SITE_CODE_DAYS, type WayState } from "./claim.ts";
import { isHashOf, newDraft } from "./claim-codes.server.ts";
import { CODE_TRIES_MAX, openClaimsOf, SITE_LOOKS_MAX } from "./claims.server.ts";
import { mailWay, originOf, siteWay } from "./claim-ways.server.ts";
import { maskAddress } from "./mask-address.ts";
import { isRun } from "./run-place.server.ts";

/** The data of the claim page. */
export type ClaimView = {
  place: { slug: string; name: string };
  /** Whether the place has an owner already. Who that is stays private. */
  isRun: boolean;
  mail: WayState;
  site: WayState;
  siteOrigin: string | null;
  open: OpenClaim[];
  /** The website code, if the viewer's URL has it. */
  code: string | null;
  draft: string;
  siteDays: number;
};

/** A place that can be claimed; null when it doesn't exist, is closed or was removed. */
export async function findClaimable(db: Database, slug: string) {
  const { id, name, website } = places;
  const [place] = await db
    .select({ id, name, website })
    .from(places)
    .where(and(eq(places.slug, slug), eq(places.status, "published")));
  return place === undefined ? null : { slug, ...place };
}

export type Claimable = NonNullable<Awaited<ReturnType<typeof findClaimable>>>;

export async function claimView(
  db: Database,
  { place, claimerId, code, now }: { place: Claimable; claimerId: string; code: string; now: Date },
): Promise<ClaimView> {
  const open = await openClaimsOf(db, { placeId: place.id, claimerId });
  const site = open.find(({ way }) => way === "site");
  return {
    place: { slug: place.slug, name: place.name },
    isRun: await isRun(db, place.id),
    mail: mailWay(place.website),
    site: siteWay(place.website),
    siteOrigin: originOf(place.website),
    open: open.flatMap((claim) => {
      const { id, way, mailAddress, domain, tries, startedAt, expiresAt } = claim;
      // An expired claim has to be started again.
      if (expiresAt !== null && expiresAt <= now) return [];
      return [
        {
          id,
          way,
          domain,
          maskedAddress: mailAddress === null ? null : maskAddress(mailAddress),
          startedLabel: instant.format(startedAt),
          expiresLabel: expiresAt === null ? null : instant.format(expiresAt),
          triesLeft: (way === "site" ? SITE_LOOKS_MAX : CODE_TRIES_MAX) - tries,
        },
      ];
    }),
    code: site !== undefined && isHashOf(site.codeHash, code) ? code : null,
    draft: newDraft(),
    siteDays: SITE_CODE_DAYS,
  };
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  dateStyle: "medium",
  timeStyle: "short",
});
