/** Placeholder for loading content, so that the layout does not shift. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" className="rounded-xl border border-line bg-surface p-5">
      <span className="sr-only">Loading …</span>
      <div aria-hidden="true" className="motion-safe:animate-pulse space-y-3">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={line} className={`h-4 rounded bg-hover ${line % 3 === 2 ? "w-2/3" : "w-full"}`} />
        ))}
      </div>
    </div>
  );
}
