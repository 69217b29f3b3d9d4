import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartLink } from "./chart-link.tsx";
import type { Dumbbell, DumbbellEnd } from "./drawing.ts";
import { formatCount, formatLift, formatShare, niceCeiling } from "./numbers.ts";

interface DumbbellChartProps {
  title: string;
  level?: 2 | 3;
  note?: ReactNode;
  names: readonly [a: string, b: string];
  rows: readonly Dumbbell[];
}

/** Two shares per row, joined by a line; a circle is the first cohort, a square the second. At the right, the lift. */
export function DumbbellChart({ title, level, note, names, rows }: DumbbellChartProps) {
  const top = Math.min(1, niceCeiling(Math.max(0.01, ...rows.flatMap(({ a, b }) => [a.share, b.share]))));
  return (
    <ChartFrame
      title={title}
      level={level}
      note={note}
      drawing={{ kind: "dumbbells", names, rows }}
      legend={
        <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          <li className="flex items-center gap-1.5">
            <Mark which="a" /> {names[0]}
          </li>
          <li className="flex items-center gap-1.5">
            <Mark which="b" /> {names[1]}
          </li>
          <li className="ml-auto">lift</li>
        </ul>
      }
    >
      <ol className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <Row key={row.key} row={row} names={names} top={top} />
        ))}
      </ol>
      <p aria-hidden="true" className="mt-1 hidden justify-between text-xs text-muted tabular-nums @md:flex">
        <span className="ml-[38%] flex flex-1 justify-between pr-16">
          <span>0%</span>
          <span>{formatShare(top / 2)}</span>
          <span>{formatShare(top)}</span>
        </span>
      </p>
    </ChartFrame>
  );
}

function Mark({ which, small = false }: { which: "a" | "b"; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "block shrink-0",
        small ? "size-1.5" : "size-2.5",
        which === "a" ? "rounded-full bg-(--series-1)" : "bg-(--series-3)",
      )}
    />
  );
}

function Row({ row, names, top }: { row: Dumbbell; names: readonly [a: string, b: string]; top: number }) {
  const at = ({ share }: DumbbellEnd) => `${(share / top) * 100}%`;
  const low = Math.min(row.a.share, row.b.share);
  const wide = Math.abs(row.a.share - row.b.share);
  return (
    <li className="grid grid-cols-[1fr_3.5rem] items-center gap-x-3 py-2 text-sm @md:grid-cols-[38%_1fr_3.5rem]">
      <span className="line-clamp-2 min-w-0 leading-tight text-pretty" title={row.label}>
        {row.label}
      </span>
      <span className="text-right tabular-nums @md:order-3">
        {formatLift(row.lift)}
        <span className="sr-only"> lift</span>
      </span>
      <span className="@max-md:col-span-2 @max-md:mt-1">
        <span aria-hidden="true" className="relative mx-1.5 block h-3">
          <span className="absolute inset-x-0 top-1/2 border-t border-line" />
          <span
            className="absolute top-1/2 -mt-px h-0.5 bg-edge"
            style={{ left: `${(low / top) * 100}%`, width: `${(wide / top) * 100}%` }}
          />
          <span className="absolute top-1/2 -translate-1/2" style={{ left: at(row.b) }}>
            <Mark which="b" />
          </span>
          <span className="absolute top-1/2 -translate-1/2" style={{ left: at(row.a) }}>
            <Mark which="a" />
          </span>
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
          <End end={row.a} which="a" says={`${row.label}, ${names[0]}`} />
          <End end={row.b} which="b" says={`${row.label}, ${names[1]}`} />
        </span>
      </span>
    </li>
  );
}

function End({ end, which, says }: { end: DumbbellEnd; which: "a" | "b"; says: string }) {
  return (
    <ChartLink
      href={end.href}
      className="inline-flex items-center gap-1.5 hover:text-accent-text hover:underline"
    >
      <Mark which={which} small />
      <span className="sr-only">{says}: </span>
      {formatShare(end.share)} · {formatCount(end.count)}
    </ChartLink>
  );
}
