import type { PlacePage } from "../place.ts";

/** "(202) 333-7370" for a North American number. Other numbers are returned unchanged. */
export function phoneLabel(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return line === undefined ? phone : `(${area}) ${exchange}-${line}`;
}

/** "martinstavern.com": the host without "www.", plus the path if there is one. */
export function websiteLabel(website: string): string {
  if (!URL.canParse(website)) return website;
  const { hostname, pathname } = new URL(website);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`;
}

export const DIRECTION_WAYS = ["google", "apple", "transit"] as const;
export type DirectionWay = (typeof DIRECTION_WAYS)[number];

/** Addresses of maps that show the way to a place. The visitor's own position is the start. */
export type Directions = Record<DirectionWay, string>;

/** To the street address or, without one, to the point. Null if neither is known. */
export function directionsTo({
  street,
  zip,
  position,
}: Pick<PlacePage, "street" | "zip" | "position">): Directions | null {
  const point = position === null ? null : `${position.lat.toFixed(5)},${position.lng.toFixed(5)}`;
  const to = street === null ? point : `${street}, Washington, DC${zip === null ? "" : ` ${zip}`}`;
  if (to === null) return null;
  const google = `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}`;
  return {
    google,
    apple: `https://maps.apple.com/?daddr=${encodeURIComponent(to)}`,
    transit: `${google}&travelmode=transit`,
  };
}

/** An external link with its label. */
export type ContactLink = { href: string; label: string };

/** Directions, phone and website of a place, null when unknown, and the address of its page. */
export type PlaceContactLinks = {
  directions: Directions | null;
  phone: ContactLink | null;
  website: ContactLink | null;
  pageUrl: string;
};

/** Runs in the loader, so that browsers don't download this code. */
export function placeContactLinks(
  place: Pick<PlacePage, "slug" | "street" | "zip" | "position" | "phone" | "website">,
  siteUrl: string,
): PlaceContactLinks {
  return {
    directions: directionsTo(place),
    ...askLinks(place),
    pageUrl: `${siteUrl}/places/${place.slug}`,
  };
}

/** The phone number and the website, to ask a place what isn't known of it. */
export function askLinks({
  phone,
  website,
}: Pick<PlacePage, "phone" | "website">): Pick<PlaceContactLinks, "phone" | "website"> {
  return {
    phone: phone === null ? null : { href: `tel:${phone}`, label: phoneLabel(phone) },
    website: website === null ? null : { href: website, label: websiteLabel(website) },
  };
}
