import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import type { LineSeries } from "./drawing.ts";
import { livePaint, seriesToken } from "./paint.ts";

interface LineChartProps {
  title: string;
  level?: 2 | 3;
  note?: ReactNode;
  /** What each point counts, in the plural. */
  unit: string;
  /** At most eight, in the order of their colours. */
  series: readonly (LineSeries & { href?: string })[];
}

const height = 300;

/** Shares of each series over events; each name in the legend opens its list. */
export function LineChart({ title, level, note, unit, series }: LineChartProps) {
  return (
    <ChartFrame
      title={title}
      level={level}
      note={note}
      drawing={{ kind: "lines", unit, series }}
      legend={
        <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ key, label, href }, at) => (
            <li key={key} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className="h-0.5 w-4 rounded-full"
                style={{ background: livePaint(seriesToken(at)) }}
              />
              <ChartLink href={href} className="hover:text-accent-text hover:underline">
                {label}
              </ChartLink>
            </li>
          ))}
        </ul>
      }
    >
      <Lines title={title} unit={unit} series={series} />
    </ChartFrame>
  );
}

function Lines({ title, unit, series }: Pick<LineChartProps, "title" | "unit" | "series">) {
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = holder.current;
    if (element === null || width === 0) return;
    let left = false;
    void import("./svg/lines.ts").then(({ linesSvg }) => {
      if (left) return;
      const svg = linesSvg({ kind: "lines", unit, series }, livePaint, { width, height });
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${title}: lines of ${series.map(({ label }) => label).join(", ")}`);
      element.replaceChildren(svg);
    });
    return () => {
      left = true;
    };
  }, [title, unit, series, width]);
  return (
    <div ref={holder} className="min-h-75 w-full rounded-lg empty:bg-hover motion-safe:empty:animate-pulse" />
  );
}
