import type { OpeningHours } from "./opening-hours.ts";
import { parseOpeningHours } from "./osm-opening-hours.ts";
import { isCertainOsm, readTypedHours } from "./typed-hours.ts";

/** `likely`: what the writer of a doubtful text may have meant; null when not even that can be told. */
export type SourceHours =
  | { state: "read"; hours: OpeningHours }
  | { state: "doubtful"; likely: OpeningHours | null }
  | { state: "unread" };

/**
 * Hours in one text of a source: OpenStreetMap's opening_hours, or as people type them. An opening_hours text is doubtful where it
 * says by its letter what hardly anybody means: "12:00-15:00; 17:00-21:00" takes lunch away, and "Su-Th 11:00-10:00" is open for
 * 23 hours. An editor has to decide about those.
 */
export function readSourceHours(text: string): SourceHours {
  const osm = parseOpeningHours(text);
  if (osm.ok ? !isCertainOsm(text) : osm.dropsHours === true) return { state: "doubtful", likely: likelyHours(text) };
  const read = readTypedHours(text);
  return read.ok ? { state: "read", hours: read.hours } : { state: "unread" };
}

function likelyHours(text: string): OpeningHours | null {
  for (const meant of [text, withLaterClosing(text), withAddedRules(text), withLaterClosing(withAddedRules(text))]) {
    const read = readTypedHours(meant);
    if (read.ok) return read.hours;
  }
  return null;
}

/** "17:30-9:00" as "17:30-21:00": the closing time of a clock of twelve hours. */
function withLaterClosing(text: string): string {
  return text.replaceAll(
    /(\d{1,2}):(\d\d)(\s*[-–]\s*)(\d{1,2}):(\d\d)/g,
    (span, hour: string, minute: string, dash: string, lastHour: string, lastMinute: string) => {
      const [opens, closes] = [Number(hour) * 60 + Number(minute), (Number(lastHour) + 12) * 60 + Number(lastMinute)];
      const isSlip = closes - 12 * 60 <= opens && closes > opens && Number(lastHour) < 12;
      return isSlip ? `${hour}:${minute}${dash}${Number(lastHour) + 12}:${lastMinute}` : span;
    },
  );
}

/** Rules that add hours to those before them, instead of replacing them. */
function withAddedRules(text: string): string {
  return text.replaceAll(/;(?=\s*(?:Mo|Tu|We|Th|Fr|Sa|Su|\d{1,2}:))/g, ",");
}
