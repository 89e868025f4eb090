import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

import { formatFullCount } from "#app/ui/format-count.ts";

import { type Chart, scaleEnd } from "./chart.ts";

const AXIS_WIDTH = 44;
const BOX_HEIGHT = 240;

/** The chart with a tooltip. A module of its own, so that only the stats page loads the chart library. */
export function LiveChart({ chart }: { chart: Chart }) {
  const { kind, parts, series } = chart;
  const rows = parts.map((part, index) => ({ part, ...valuesAt(series, index) }));
  return (
    <ResponsiveContainer width="100%" height={BOX_HEIGHT}>
      <ComposedChart data={rows} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--stone-1)" />
        <XAxis dataKey="part" tickLine={false} minTickGap={28} stroke="var(--stone-3)" />
        <YAxis
          width={AXIS_WIDTH}
          domain={[0, scaleEnd(chart)]}
          allowDecimals={false}
          tickFormatter={formatFullCount}
          tickLine={false}
          axisLine={false}
          stroke="var(--stone-3)"
        />
        <Tooltip isAnimationActive={false} cursor={{ fill: "var(--paper-2)", stroke: "var(--stone-2)" }} />
        {series.map(({ label, tone }) =>
          kind === "lines" ? (
            <Line
              key={label}
              dataKey={label}
              stroke={`var(--${tone})`}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={label}
              dataKey={label}
              stackId="all"
              fill={`var(--${tone})`}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function valuesAt(series: Chart["series"], index: number): Record<string, number> {
  return Object.fromEntries(series.map(({ label, amounts }) => [label, amounts[index] ?? 0]));
}
