/** A line, or one segment of each bar. `tone` is a class in figures.css. */
export type ChartSeries = { label: string; tone: "brick" | "river" | "ivy" | "brass" | "blossom"; amounts: number[] };

/** Series over the same parts of a period. `bars` are stacked, `lines` aren't. */
export type Chart = {
  kind: "lines" | "bars";
  /** The label of each part. */
  parts: string[];
  series: ChartSeries[];
};

/** The end of the scale: a round number above all amounts, and at least 4 so that one visitor doesn't fill the chart. */
export function scaleEnd({ kind, parts, series }: Chart): number {
  const highest = Math.max(
    SCALE_END_MIN,
    ...parts.map((_part, index) => {
      const amounts = series.map(({ amounts: all }) => all[index] ?? 0);
      return kind === "bars" ? amounts.reduce((sum, each) => sum + each, 0) : Math.max(...amounts);
    }),
  );
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 2, 4, 5, 10].map((step) => step * power);
  return steps.find((step) => step >= highest) ?? highest;
}

const SCALE_END_MIN = 4;

/** Units of the SVG view box; CSS stretches the drawing. */
export const CHART_WIDTH = 1_000;
export const CHART_HEIGHT = 200;

/** A line through the middle of each part. */
export function linePath(amounts: readonly number[], end: number): string {
  const step = CHART_WIDTH / Math.max(1, amounts.length);
  const points = amounts.map((amount, index) => `${round((index + 0.5) * step)} ${round(heightAt(amount, end))}`);
  return points.length === 1 ? `M0 ${heightAt(amounts[0] ?? 0, end)}H${CHART_WIDTH}` : `M${points.join("L")}`;
}

/** One series of stacked bars, on top of the series before it. */
export function barsPath({ series }: Pick<Chart, "series">, number: number, end: number): string {
  const amounts = series[number]?.amounts ?? [];
  const step = CHART_WIDTH / Math.max(1, amounts.length);
  return amounts
    .map((amount, index) => {
      if (amount === 0) return "";
      const below = series.slice(0, number).reduce((sum, each) => sum + (each.amounts[index] ?? 0), 0);
      const top = heightAt(below + amount, end);
      const width = Math.min(step * 0.7, BAR_WIDTH_MAX);
      const left = round((index + 0.5) * step - width / 2);
      return `M${left} ${round(top)}h${round(width)}V${round(heightAt(below, end))}H${left}Z`;
    })
    .join("");
}

/** A few bars don't fill the chart. */
const BAR_WIDTH_MAX = 60;

function heightAt(amount: number, end: number): number {
  return CHART_HEIGHT - (amount / end) * CHART_HEIGHT;
}

function round(units: number): number {
  return Math.round(units * 10) / 10;
}
