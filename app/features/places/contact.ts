import type { PlacePage, Point } from "./place.ts";

/** "(202) 333-7370" for a number of the North American plan, the number as it is for any other. */
export function phoneLabel(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return line === undefined ? phone : `(${area}) ${exchange}-${line}`;
}

/** "martinstavern.com": the host without "www.", and the path where the site is only a part of it. */
export function websiteLabel(website: string): string {
  if (!URL.canParse(website)) return website;
  const { hostname, pathname } = new URL(website);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`;
}

/** OpenStreetMap's own directions, ready to be told where one starts. */
export function directionsHref({ lat, lng }: Point): string {
  const to = `${lat.toFixed(5)},${lng.toFixed(5)}`;
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}#map=17/${to.replace(",", "/")}`;
}

/** A letter that the reader's own mail program begins. */
function mailHref({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** A link to somewhere else, and what it is called in writing. */
type Way = { href: string; label: string };

/** The ways from a place's page to the place itself; null where none is known. */
export type PlaceWays = { directions: string | null; phone: Way | null; website: Way | null; share: string };

/** Made by the server, so that no visitor fetches the script for it. */
export function placeWays(
  { slug, name, position, phone, website }: Pick<PlacePage, "slug" | "name" | "position" | "phone" | "website">,
  siteUrl: string,
): PlaceWays {
  return {
    directions: position === null ? null : directionsHref(position),
    phone: phone === null ? null : { href: `tel:${phone}`, label: phoneLabel(phone) },
    website: website === null ? null : { href: website, label: websiteLabel(website) },
    share: mailHref({ subject: name, body: `${siteUrl}/places/${slug}` }),
  };
}
