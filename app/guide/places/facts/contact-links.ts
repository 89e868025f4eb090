import type { PlacePage, Point } from "../place.ts";

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

/** OpenStreetMap directions to this point. The visitor fills in the start. */
export function directionsHref({ lat, lng }: Point): string {
  const to = `${lat.toFixed(5)},${lng.toFixed(5)}`;
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(to)}#map=17/${to.replace(",", "/")}`;
}

/** Opens a new message in the visitor's email program. */
function mailtoHref({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** An external link with its label. */
export type ContactLink = { href: string; label: string };

/** Directions, phone, website and share links of a place. Null when unknown. */
export type PlaceContactLinks = {
  directions: string | null;
  phone: ContactLink | null;
  website: ContactLink | null;
  share: string;
};

/** Runs in the loader, so that browsers don't download this code. */
export function placeContactLinks(
  { slug, name, position, phone, website }: Pick<PlacePage, "slug" | "name" | "position" | "phone" | "website">,
  siteUrl: string,
): PlaceContactLinks {
  return {
    directions: position === null ? null : directionsHref(position),
    ...askLinks({ phone, website }),
    share: mailtoHref({ subject: name, body: `${siteUrl}/places/${slug}` }),
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
