import type { MapData } from "./map-data.ts";
import type { Frame, Point } from "./view.ts";

interface HoverCardProps {
  data: MapData;
  project: number;
  at: Point;
  frame: Frame;
}

const awards = ["", "Winner", "Honorable mention"];

/** Name, cluster, category, year and award of the project under the pointer. */
export function HoverCard({ data: { source }, project, at, frame }: HoverCardProps) {
  const cluster = source.clusters.labels[source.cluster[project] ?? -1];
  const category = source.categories[source.category[project] ?? -1]?.label;
  const facts = [awards[source.award[project] ?? 0], source.year[project], category].filter(Boolean);
  const toLeft = at.x > frame.width / 2;
  const above = at.y > frame.height / 2;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none absolute w-max max-w-64 rounded-lg border border-line bg-surface px-3 py-2 text-sm shadow-lg shadow-black/10"
      style={{
        left: Math.min(Math.max(at.x, 8), frame.width - 8),
        top: Math.min(Math.max(at.y, 8), frame.height - 8),
        translate: `${toLeft ? "calc(-100% - 12px)" : "12px"} ${above ? "calc(-100% - 8px)" : "8px"}`,
      }}
    >
      <p className="font-medium">{source.names[project]}</p>
      {facts.length > 0 && <p className="text-muted">{facts.join(" · ")}</p>}
      {cluster && <p className="text-xs text-muted">{cluster}</p>}
    </div>
  );
}
