import type { Point } from "./place.ts";

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
export function mailHref({ subject, body }: { subject: string; body: string }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
