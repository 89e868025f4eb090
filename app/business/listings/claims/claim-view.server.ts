import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { isPresumedOpen } from "#app/guide/places/facts/closure.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import { type OpenClaim, WEBSITE_CODE_DAYS, type ClaimMethodState } from "./claim.ts";
import { matchesHash, newDraftToken } from "./claim-codes.server.ts";
import { CODE_TRIES_MAX, findOpenClaims, SITE_CHECKS_MAX } from "./claims.server.ts";
import { mailMethodState, websiteOrigin, websiteMethodState } from "./claim-methods.server.ts";
import { maskEmail } from "./mask-email.ts";
import { isManaged } from "../people/place-managers.server.ts";

/** The data of the claim page. */
export type ClaimView = {
  place: { slug: string; name: string };
  /** Whether the place has an owner already. Who that is stays private. */
  isManaged: boolean;
  mail: ClaimMethodState;
  site: ClaimMethodState;
  siteOrigin: string | null;
  open: OpenClaim[];
  /** The website code, if the viewer's URL has it. */
  code: string | null;
  draft: string;
  siteDays: number;
};

/** A place that can be claimed; null when it doesn't exist, is closed or was removed. */
export async function findClaimablePlace(db: Database, slug: string) {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  if (place === undefined || !isPresumedOpen(place)) return null;
  const { id, name, website } = place;
  return { slug, id, name, website };
}

export type ClaimablePlace = NonNullable<Awaited<ReturnType<typeof findClaimablePlace>>>;

export async function loadClaimView(
  db: Database,
  { place, claimerId, code, now }: { place: ClaimablePlace; claimerId: string; code: string; now: Date },
): Promise<ClaimView> {
  const open = await findOpenClaims(db, { placeId: place.id, claimerId });
  const site = open.find(({ method }) => method === "site");
  return {
    place: { slug: place.slug, name: place.name },
    isManaged: await isManaged(db, place.id),
    mail: mailMethodState(place.website),
    site: websiteMethodState(place.website),
    siteOrigin: websiteOrigin(place.website),
    open: open.flatMap((claim) => {
      const { id, method, email, domain, tries, startedAt, expiresAt } = claim;
      // An expired claim has to be started again.
      if (expiresAt !== null && expiresAt <= now) return [];
      return [
        {
          id,
          method,
          domain,
          maskedAddress: email === null ? null : maskEmail(email),
          startedLabel: formatInstant(startedAt),
          expiresLabel: expiresAt === null ? null : formatInstant(expiresAt),
          triesLeft: (method === "site" ? SITE_CHECKS_MAX : CODE_TRIES_MAX) - tries,
        },
      ];
    }),
    code: site !== undefined && matchesHash(site.codeHash, code) ? code : null,
    draft: newDraftToken(),
    siteDays: WEBSITE_CODE_DAYS,
  };
}
