interface SparklineProps {
  values: readonly number[];
  /** Value of the upper edge: lines of one column are compared. */
  top: number;
  label: string;
}

/** A line as high as a word; its label says the same. A single value has no line. */
export function Sparkline({ values, top, label }: SparklineProps) {
  if (values.length < 2)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{label}</span>
      </span>
    );
  const width = 84;
  const height = 22;
  const points = values.map((value, at) => [
    3 + (at / (values.length - 1)) * (width - 6),
    height - 3 - (value / Math.max(top, 0.01)) * (height - 6),
  ]);
  const last = points.at(-1);
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="shrink-0 overflow-visible">
      <line x1="3" x2={width - 3} y1={height - 3} y2={height - 3} stroke="var(--line)" />
      <polyline
        points={points.map((point) => point.map((one) => one.toFixed(1)).join(",")).join(" ")}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last[0]} cy={last[1]} r="2.2" fill="var(--accent)" />}
    </svg>
  );
}
