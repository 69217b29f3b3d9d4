const widths = ["w-2/5", "w-1/3", "w-1/2", "w-2/5", "w-1/4", "w-1/2"];

/** Placeholder for a list of results. */
export function ListSkeleton({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="rounded-xl border border-line bg-surface">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="motion-safe:animate-pulse">
        {widths.slice(0, rows).map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={row} className="space-y-2.5 border-line px-5 py-4 not-last:border-b">
            <div className={`h-4 rounded bg-hover ${width}`} />
            <div className="h-3.5 w-full rounded bg-hover" />
            <div className="h-3 w-1/4 rounded bg-hover" />
          </div>
        ))}
      </div>
    </div>
  );
}
