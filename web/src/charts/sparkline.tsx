/** A line as high as a word; the text beside it says the same. Values from 0 to 1. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const width = 84;
  const height = 22;
  const top = Math.max(0.01, ...values);
  const points = values.map((value, at) => [
    values.length === 1 ? width / 2 : 3 + (at / (values.length - 1)) * (width - 6),
    height - 3 - (value / top) * (height - 6),
  ]);
  const last = points.at(-1);
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="shrink-0 overflow-visible">
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
