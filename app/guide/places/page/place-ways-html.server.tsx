import { CalendarCheck, Globe, Phone, ShoppingBag, Utensils } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";

import { ShareButton } from "#app/ui/share-button.tsx";

import type { PlaceContactLinks } from "../facts/contact-links.ts";
import type { PlacePage } from "../place.ts";
import { DirectionsLinks } from "./directions-links.tsx";

const ICONS = { reservationsUrl: CalendarCheck, menuUrl: Utensils, orderUrl: ShoppingBag };

type PlaceWaysInput = {
  place: Pick<PlacePage, "name" | "siteLinks" | "closure">;
  contactLinks: PlaceContactLinks;
  /** URLs that count a click; absent for viewers who aren't counted. */
  pings: { directions?: string; phone?: string; website?: string; share?: string };
};

/** The buttons of a place's page that React has nothing to do with, as static HTML: before the save button, and after it. */
export type PlaceWays = { links: string; share: string };

/**
 * Renders them to static HTML, because the place page's script budget has no room to hydrate them: directions, reservations,
 * the menu, orders, phone, website, and Share, which `hydration/share-script.ts` works.
 */
export function renderPlaceWays(input: PlaceWaysInput): PlaceWays {
  const { place, contactLinks, pings } = input;
  const isClosed = place.closure?.isFinal === true;
  return {
    links: renderToStaticMarkup(<PlaceWayLinks {...input} isClosed={isClosed} />),
    share: isClosed
      ? ""
      : renderToStaticMarkup(
          <ShareButton noun="place" title={place.name} url={contactLinks.pageUrl} ping={pings.share} />,
        ),
  };
}

function PlaceWayLinks({ place, contactLinks, pings, isClosed }: PlaceWaysInput & { isClosed: boolean }) {
  const { directions, phone, website } = contactLinks;
  return (
    <>
      {directions !== null && !isClosed && <DirectionsLinks directions={directions} ping={pings.directions} />}
      {!isClosed &&
        place.siteLinks?.map(({ field, label, href }) => {
          const Icon = ICONS[field];
          return (
            <a key={field} className="button button-outline" href={href} rel="noopener">
              <Icon className="icon" aria-hidden="true" />
              {label}
            </a>
          );
        })}
      {phone !== null && !isClosed && (
        <a className="button button-outline" href={phone.href} ping={pings.phone}>
          <Phone className="icon" aria-hidden="true" />
          Call
        </a>
      )}
      {website !== null && (
        <a className="button button-outline" href={website.href} ping={pings.website} rel="noopener">
          <Globe className="icon" aria-hidden="true" />
          Website
        </a>
      )}
    </>
  );
}
