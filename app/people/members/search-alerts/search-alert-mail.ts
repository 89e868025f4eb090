import type { PlaceCardData } from "#app/guide/places/place.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { formatMailBodies } from "#app/core/mail/mail-bodies.ts";

import { alertSearchPath, type SearchAlert } from "./search-alert.ts";

/** The others are a click away. */
const PLACES_SHOWN = 5;

type AlertMailInput = {
  /** The receiver's name; may be empty. */
  name: string;
  alert: Pick<SearchAlert, "query" | "askedAt">;
  /** The matching places that were added, best first. */
  places: readonly Pick<PlaceCardData, "name" | "type" | "neighborhood">[];
  /** The path of the page that stops all alerts. */
  stopPath: string;
};

/** The one mail of an alert. */
export function formatSearchAlertMail({ name, alert, places, stopPath }: AlertMailInput): {
  subject: string;
  text: string;
  html: string;
} {
  const { query, askedAt } = alert;
  const shown = places.slice(0, PLACES_SHOWN);
  const restCount = places.length - shown.length;
  const bodies = formatMailBodies({
    name,
    paragraphs: [
      `You asked us to email you when Rowhouse lists a place for “${query}”. Since ${formatLongDay(askedAt)} we’ve added ${pluralize(places.length, "place")} that ${places.length === 1 ? "matches" : "match"}:`,
      ...shown.map((place) => `${place.name} (${place.type}, ${place.neighborhood.name})`),
      ...(restCount > 0 ? [`And ${pluralize(restCount, "more place")}.`] : []),
      "This is the only email about this search: your alert is done.",
    ],
    link: { label: "See the search", path: alertSearchPath(query) },
    unsubscribe: { label: "Stop all your search alerts", path: stopPath },
  });
  return { subject: `New on Rowhouse: ${query}`, ...bodies };
}
