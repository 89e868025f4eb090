import type { Opened } from "#app/db/columns/place-columns.ts";

import { formatSourceDate } from "./fact-origin.ts";

/** "Opened in 1932.", "Opened on May 21, 1932.", "Dates from May 1932.", as precise as the source. */
export function formatOpened({ on, kind }: Opened): string {
  const day = formatSourceDate(on);
  if (kind === "begun") return `Dates from ${day}.`;
  return `Opened ${on.length === 10 ? "on" : "in"} ${day}.`;
}
