import { paceLag, allowedTodayCents, type Pace } from "#app/business/advertising/money/pacing.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";

const DAYS = 7;

/** Views of a city's pages by hour of the day, in parts per thousand: lowest at 4 AM, highest in the evening. */
const HOURS = [14, 9, 6, 5, 5, 8, 17, 30, 42, 48, 52, 62, 68, 60, 54, 52, 56, 66, 76, 74, 66, 54, 44, 32];
/** Monday to Sunday. */
const WEEKDAYS = [0.9, 0.88, 0.92, 1, 1.2, 1.25, 0.95];

type Run = { totalCents: number; dayCentsMax: number | null; spent: number[][] };

/** How evenly campaigns spend over a simulated week, by the hour and by the day. */
export function advertising(): Promise<void> {
  for (const { name, viewsADay, runs } of [
    { name: "one campaign, ample views", viewsADay: 8_000, runs: [run(7_000, null)] },
    { name: "one campaign by the day, ample views", viewsADay: 8_000, runs: [run(7_000, 1_000)] },
    { name: "three campaigns in one slot", viewsADay: 8_000, runs: [run(7_000, null), run(3_500, 500), run(700, 100)] },
    { name: "hardly enough views", viewsADay: 1_100, runs: [run(7_000, null)] },
    { name: "too few views", viewsADay: 600, runs: [run(7_000, null)] },
  ]) {
    simulate(runs, viewsADay);
    for (const each of runs) report(name, each);
  }
  return Promise.resolve();
}

function run(totalCents: number, dayCentsMax: number | null): Run {
  return { totalCents, dayCentsMax, spent: Array.from({ length: DAYS }, () => Array<number>(24).fill(0)) };
}

function simulate(runs: Run[], viewsADay: number): void {
  const random = randomNumbers(7);
  for (let day = 0; day < DAYS; day += 1) {
    for (const [hour, share] of HOURS.entries()) {
      const views = Math.round((viewsADay * (WEEKDAYS[day] ?? 1) * share) / 1_000);
      const times = Array.from({ length: views }, () => random()).toSorted((a, b) => a - b);
      for (const time of times) show(runs, { day, hour, nowMs: day * DAY_MS + (hour + time) * HOUR_MS });
    }
  }
}

/** One view: the campaign that is furthest behind is shown and seen. */
function show(runs: Run[], { day, hour, nowMs }: { day: number; hour: number; nowMs: number }): void {
  const [due] = runs
    .map((each) => ({ each, pace: paceOf(each, day) }))
    .map(({ each, pace }) => ({ each, pace, lag: paceLag(pace, nowMs) }))
    .filter(({ lag }) => lag > 0)
    .toSorted((a, b) => b.lag - a.lag);
  const hours = due?.each.spent[day];
  if (due === undefined || hours === undefined || allowedTodayCents(due.pace, nowMs) <= sum(hours)) return;
  hours[hour] = (hours[hour] ?? 0) + 1;
}

function paceOf({ totalCents, dayCentsMax, spent }: Run, day: number): Pace {
  return {
    totalCents,
    dayCentsMax,
    spentCents: sum(spent.map(sum)),
    daySpentCents: sum(spent[day] ?? []),
    activeFromMs: 0,
    activeSpentCents: 0,
    startsMs: 0,
    endsMs: DAYS * DAY_MS,
    today: { startsMs: day * DAY_MS, endsMs: (day + 1) * DAY_MS },
  };
}

function report(name: string, { totalCents, spent }: Run): void {
  const even = totalCents / DAYS;
  const days = spent.map(sum);
  const dayErrors = days.map((cents) => Math.abs(cents - even) / even);
  const hourErrors = spent.flatMap((hours) => hours.map((cents) => Math.abs(cents - even / 24) / (even / 24)));
  console.log(
    `${name}, ${totalCents} cents: ${sum(days)} spent (${percent(sum(days) / totalCents)}); ` +
      `days off an even share by ${percent(mean(dayErrors))} on average, ${percent(Math.max(...dayErrors))} at most; ` +
      `hours by ${percent(mean(hourErrors))} on average`,
  );
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}

function mean(amounts: readonly number[]): number {
  return sum(amounts) / amounts.length;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Pseudo-random numbers between 0 and 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
