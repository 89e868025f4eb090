import type { HoursLine as HoursLineData } from "./place.ts";

/**
 * "Open until 10 PM", with the first word in color.
 *
 * When a stale page is served (the database is down), the server replaces this element's content with `data-stale`.
 * Set as HTML so that hydration leaves the replaced text alone instead of restoring the outdated hours.
 */
export function HoursLine({ line }: { line: HoursLineData }) {
  const html = `<b>${escapeText(line.lead)}</b> ${escapeText(line.rest)}`;
  return (
    <span
      className={`hours hours-${line.tone}`}
      data-stale={line.stale}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
