import "./figures.css";

import { useEffect, useRef, useState } from "react";

import { formatFullCount } from "#app/ui/format-count.ts";

import { barsPath, type Chart, CHART_HEIGHT, CHART_WIDTH, linePath, scaleEnd } from "./chart.ts";
import type { LiveChart } from "./live-chart.tsx";

type FigureChartProps = {
  title: string;
  chart: Chart;
  /** False where the page has one table for all its charts. */
  hasTable?: boolean;
};

/** A chart with a legend and a table. The server draws it; an interactive chart replaces it in the browser. */
export function FigureChart({ title, chart, hasTable = true }: FigureChartProps) {
  const { box, Live } = useLiveChart();
  const { series } = chart;
  return (
    <figure className="chart">
      <figcaption>
        <span className="h4">{title}</span>
        <ul className="chart-legend">
          {series.map(({ label, tone }) => (
            <li key={label}>
              <svg className={`chart-key chart-${tone}`} viewBox="0 0 12 12" aria-hidden="true">
                <rect width="12" height="12" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-box" ref={box} aria-hidden="true">
        {Live === null ? <PlainChart chart={chart} /> : <Live chart={chart} />}
      </div>
      {hasTable && <ChartTable title={`${title} as a table`} {...chart} />}
    </figure>
  );
}

/** The numbers of one or several charts over the same parts, folded. */
export function ChartTable({ title, parts, series }: { title: string } & Pick<Chart, "parts" | "series">) {
  return (
    <details className="chart-table">
      <summary>{title}</summary>
      <div className="chart-scroll">
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">When</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part, index) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                {series.map(({ label, amounts }) => (
                  <td key={label}>{formatFullCount(amounts[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** A chart alone, without legend or table: the page says in words what it shows. */
export function SmallChart({ chart }: { chart: Chart }) {
  return (
    <div className="chart-box chart-small" aria-hidden="true">
      <PlainChart chart={chart} />
    </div>
  );
}

function PlainChart({ chart }: { chart: Chart }) {
  const end = scaleEnd(chart);
  const { kind, parts, series } = chart;
  return (
    <div className="plain-chart">
      <div className="plain-chart-scale">
        <span>{formatFullCount(end)}</span>
        <span>{Number.isInteger(end / 2) && formatFullCount(end / 2)}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`} preserveAspectRatio="none">
        <path className="chart-grid" d={`M0 .5H${CHART_WIDTH}M0 ${CHART_HEIGHT / 2}H${CHART_WIDTH}`} />
        {series.map(({ label, tone, amounts }, number) =>
          kind === "lines" ? (
            <path key={label} className={`chart-line chart-${tone}`} d={linePath(amounts, end)} />
          ) : (
            <path key={label} className={`chart-bars chart-${tone}`} d={barsPath(chart, number, end)} />
          ),
        )}
        <path className="chart-axis" d={`M0 ${CHART_HEIGHT - 0.5}H${CHART_WIDTH}`} />
      </svg>
      <div className="plain-chart-parts">
        <span>{parts[0]}</span>
        {parts.length > 1 && <span>{parts.at(-1)}</span>}
      </div>
    </div>
  );
}

/** Loads the interactive chart when its box scrolls into view. If that fails, the drawn chart stays. */
function useLiveChart() {
  const box = useRef<HTMLDivElement>(null);
  const [Live, setLive] = useState<typeof LiveChart | null>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      import("./live-chart.tsx").then(
        (loaded) => setLive(() => loaded.LiveChart),
        () => {},
      );
    });
    if (box.current !== null) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return { box, Live };
}
