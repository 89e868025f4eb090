import "../cards/place-marks.css";

import { HOURS_UNKNOWN, type HoursLine as HoursLineData } from "../place.ts";

/**
 * "Open until 10 PM", with the first word in color. In stale pages (database down) the server replaces the content with
 * `data-stale`. Set as HTML so that hydration doesn't restore the outdated hours.
 */
export function HoursLine({ line }: { line: HoursLineData }) {
  const html = `<b>${escapeText(line.lead)}</b> ${escapeText(line.rest)}`;
  return (
    <span
      className={line.lead === HOURS_UNKNOWN ? "hours hours-unknown hours-missing" : `hours hours-${line.tone}`}
      data-stale={line.stale}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
