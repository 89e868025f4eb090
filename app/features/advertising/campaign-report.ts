import { csvText } from "#app/lib/csv.ts";

/** What happened on one day. */
export type ReportDay = { day: string; impressions: number; clicks: number; cents: number };

export type CampaignReport = {
  /** Every day from the first on, until today or the last; also those on which nothing happened. */
  days: ReportDay[];
  impressions: number;
  clicks: number;
  cents: number;
  bySlot: { slot: string; impressions: number; clicks: number }[];
};

/** The days of a campaign so far, and their sum; `logged` has those on which something happened. */
export function reportOf(
  logged: readonly ReportDay[],
  { startsOn, endsOn, today }: { startsOn: string; endsOn: string; today: string },
): Omit<CampaignReport, "bySlot"> {
  const byDay = new Map(logged.map((each) => [each.day, each]));
  const lastLogged = logged.at(-1)?.day ?? startsOn;
  const last = [today < endsOn ? today : endsOn, lastLogged].toSorted().at(-1) ?? endsOn;
  const days: ReportDay[] = [];
  for (let day = Temporal.PlainDate.from(startsOn); day.toString() <= last; day = day.add({ days: 1 })) {
    const on = day.toString();
    days.push(byDay.get(on) ?? { day: on, impressions: 0, clicks: 0, cents: 0 });
  }
  const sum = (of: (each: ReportDay) => number) => days.reduce((total, each) => total + of(each), 0);
  return {
    days,
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    cents: sum(({ cents }) => cents),
  };
}

/** A line a day, and dollars with a point and two digits. */
export function reportCsv(days: readonly ReportDay[]): string {
  return csvText([
    ["day", "impressions", "clicks", "spend_usd"],
    ...days.map(({ day, impressions, clicks, cents }) => [day, impressions, clicks, (cents / 100).toFixed(2)]),
  ]);
}
