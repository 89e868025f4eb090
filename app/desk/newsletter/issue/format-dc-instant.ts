import { DC_TIME_ZONE } from "#app/guide/places/hours/dc-calendar.ts";

/** "Sunday, November 1, 2026 at 1:30 AM EDT" */
export function formatDcInstant(instant: Date): string {
  return format.format(instant);
}

const format = new Intl.DateTimeFormat("en-US", {
  timeZone: DC_TIME_ZONE,
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
