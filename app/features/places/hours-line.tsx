import type { HoursLine as HoursLineData } from "./place.ts";

/**
 * "Open until 10 PM", the first word in color.
 *
 * A page that is served past its time (the database is gone) has this element's content replaced by `data-stale`.
 * Set as HTML because React then leaves what it finds in the page alone: as elements, it would see a mismatch and put
 * the old, wrong hours back.
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
