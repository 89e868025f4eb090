import { formatCsv } from "#app/lib/csv.ts";

/** The counts of one day. */
export type ReportDay = { day: string; impressions: number; clicks: number; cents: number };

export type CampaignReport = {
  /** Every day from the first until today or the last, also those without events. */
  days: ReportDay[];
  impressions: number;
  clicks: number;
  cents: number;
  bySlot: { slot: string; impressions: number; clicks: number }[];
};

/** All days of a campaign so far and their totals; `logged` has only days with events. */
export function buildReport(
  logged: readonly ReportDay[],
  { startsOn, endsOn, today }: { startsOn: string; endsOn: string; today: string },
): Omit<CampaignReport, "bySlot"> {
  const byDay = new Map(logged.map((each) => [each.day, each]));
  const lastLogged = logged.at(-1)?.day ?? startsOn;
  const last = [today < endsOn ? today : endsOn, lastLogged].toSorted().at(-1) ?? endsOn;
  const days: ReportDay[] = [];
  for (let day = Temporal.PlainDate.from(startsOn); day.toString() <= last; day = day.add({ days: 1 })) {
    const date = day.toString();
    days.push(byDay.get(date) ?? { day: date, impressions: 0, clicks: 0, cents: 0 });
  }
  const sum = (valueOf: (each: ReportDay) => number) => days.reduce((total, each) => total + valueOf(each), 0);
  return {
    days,
    impressions: sum(({ impressions }) => impressions),
    clicks: sum(({ clicks }) => clicks),
    cents: sum(({ cents }) => cents),
  };
}

/** One line per day, dollars with two decimals. */
export function formatReportCsv(days: readonly ReportDay[]): string {
  return formatCsv([
    ["day", "impressions", "clicks", "spend_usd"],
    ...days.map(({ day, impressions, clicks, cents }) => [day, impressions, clicks, (cents / 100).toFixed(2)]),
  ]);
}
