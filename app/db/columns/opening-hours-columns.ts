import type { Weekday } from "#app/lib/dc-time.ts";

/** "09:00" to "17:30". Runs past midnight if `closes` is before `opens`. */
export type ClockInterval = { opens: string; closes: string };

export type ExceptionDays =
  | { kind: "dates"; from: string; through: string; weekdays?: Weekday[] | undefined }
  | { kind: "yearly"; from: string; through: string; weekdays?: Weekday[] | undefined }
  | { kind: "public-holidays" };

export type HoursException = { days: ExceptionDays; intervals: ClockInterval[]; note: string | null };

/** Opening hours as stored in JSON. `OpeningHoursSchema` in opening-hours.ts of the slice `places` checks them. */
export type OpeningHours = { weekly: Record<Weekday, ClockInterval[]>; exceptions: HoursException[] };
