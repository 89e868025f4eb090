/** A line or a part of each bar. Its tone is a class of figures.css. */
export type ChartSeries = { label: string; tone: "brick" | "river" | "ivy" | "brass" | "blossom"; amounts: number[] };

/** Amounts of the same parts of a time; `bars` stand on each other, `lines` don't. */
export type Chart = {
  kind: "lines" | "bars";
  /** What each part is called. */
  parts: string[];
  series: ChartSeries[];
};

/** Where the scale ends: a round number that nothing exceeds, and never so low that one visitor fills the chart. */
export function scaleEnd({ kind, parts, series }: Chart): number {
  const highest = Math.max(
    LOWEST_END,
    ...parts.map((_part, index) => {
      const amounts = series.map(({ amounts: all }) => all[index] ?? 0);
      return kind === "bars" ? amounts.reduce((sum, each) => sum + each, 0) : Math.max(...amounts);
    }),
  );
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 2, 4, 5, 10].map((step) => step * power);
  return steps.find((step) => step >= highest) ?? highest;
}

const LOWEST_END = 4;

/** The chart's own units; the drawing is stretched to its box. */
export const CHART_WIDTH = 1_000;
export const CHART_HEIGHT = 200;

/** A line through the middle of each part. */
export function linePath(amounts: readonly number[], end: number): string {
  const step = CHART_WIDTH / Math.max(1, amounts.length);
  const points = amounts.map((amount, index) => `${round((index + 0.5) * step)} ${round(heightAt(amount, end))}`);
  return points.length === 1 ? `M0 ${heightAt(amounts[0] ?? 0, end)}H${CHART_WIDTH}` : `M${points.join("L")}`;
}

/** A series of bars that stand on those of the series before it. */
export function barsPath({ series }: Pick<Chart, "series">, number: number, end: number): string {
  const amounts = series[number]?.amounts ?? [];
  const step = CHART_WIDTH / Math.max(1, amounts.length);
  return amounts
    .map((amount, index) => {
      if (amount === 0) return "";
      const below = series.slice(0, number).reduce((sum, each) => sum + (each.amounts[index] ?? 0), 0);
      const top = heightAt(below + amount, end);
      const left = round((index + 0.15) * step);
      return `M${left} ${round(top)}h${round(step * 0.7)}V${round(heightAt(below, end))}H${left}Z`;
    })
    .join("");
}

function heightAt(amount: number, end: number): number {
  return CHART_HEIGHT - (amount / end) * CHART_HEIGHT;
}

function round(units: number): number {
  return Math.round(units * 10) / 10;
}
