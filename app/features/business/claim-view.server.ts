import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

import { type OpenClaim, SITE_CODE_DAYS, type WayState } from "./claim.ts";
import { isHashOf, newDraft } from "./claim-codes.server.ts";
import { CODE_TRIES_MAX, openClaimsOf, SITE_LOOKS_MAX } from "./claims.server.ts";
import { mailWay, originOf, siteWay } from "./claim-ways.server.ts";
import { maskAddress } from "./mask-address.ts";
import { isRun } from "./run-place.server.ts";

/** What the page that claims a place shows. */
export type ClaimView = {
  place: { slug: string; name: string };
  /** Whether somebody runs it already; who, is nobody's business. */
  isRun: boolean;
  mail: WayState;
  site: WayState;
  siteOrigin: string | null;
  open: OpenClaim[];
  /** The code for the website, where whoever looks has shown that they know it. */
  code: string | null;
  draft: string;
  siteDays: number;
};

/** A place that may be claimed; null for none, and for one that is closed or gone. */
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
      // What has run out is begun anew.
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
