import type { ReactNode } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import type { Bar } from "./drawing.ts";
import { formatCount, formatShare } from "./numbers.ts";

interface BarChartProps {
  title: string;
  level?: 2 | 3;
  note?: ReactNode;
  /** What is counted, in the plural: `projects`. */
  unit: string;
  bars: readonly Bar[];
}

/** Horizontal bars with count and share, the longest as wide as the chart. Each opens the list behind it. */
export function BarChart({ title, level, note, unit, bars }: BarChartProps) {
  return (
    <ChartFrame title={title} level={level} note={note} drawing={{ kind: "bars", unit, bars }}>
      <Bars bars={bars} unit={unit} />
    </ChartFrame>
  );
}

/** More bars are in two columns where there is space. */
const oneColumn = 16;

/** The bars alone, for a place that has its own title. */
export function Bars({ bars, unit }: Pick<BarChartProps, "bars" | "unit">) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <ol className={bars.length > oneColumn ? "gap-x-12 @4xl:columns-2" : undefined}>
      {bars.map(({ key, label, hint, count, share, href }) => (
        <li key={key} className="break-inside-avoid pb-0.5">
          <ChartLink
            href={href}
            className="-mx-2 grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 px-2 py-1.5 text-sm hover:bg-hover @md:grid-cols-[minmax(7rem,min(38%,15rem))_1fr_7rem]"
          >
            <span
              className="line-clamp-2 min-w-0 leading-tight text-pretty group-hover/link:text-accent-text"
              title={label}
            >
              {label}
              {hint && <span className="text-muted"> {hint}</span>}
            </span>
            <span aria-hidden="true" className="h-2 @max-md:col-span-2 @max-md:row-start-2">
              <span
                className="block h-full min-w-0.5 rounded-xs bg-accent"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="text-right tabular-nums">
              {formatCount(count)}
              <span className="sr-only"> {unit}</span>
              {share !== undefined && (
                <span className="inline-block min-w-12 pl-2 text-muted">{formatShare(share)}</span>
              )}
            </span>
          </ChartLink>
        </li>
      ))}
    </ol>
  );
}
