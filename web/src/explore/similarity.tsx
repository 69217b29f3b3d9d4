/** How close something is, as a small bar with its number; 1 is the closest. */
export function Similarity({ value, name = "Similarity" }: { value: number; name?: string }) {
  const part = Math.min(1, Math.max(0, value));
  return (
    <span className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-muted tabular-nums">
      <span className="sr-only">{name} </span>
      <span aria-hidden="true" className="h-1.5 w-10 overflow-hidden rounded-full bg-hover">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${part * 100}%` }} />
      </span>
      {value.toFixed(2)}
    </span>
  );
}
