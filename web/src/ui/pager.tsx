import { Button } from "./button.tsx";

interface PagerProps {
  offset: number;
  limit: number;
  total: number;
  onMove(offset: number): void;
}

/** Renders nothing when there is only one page. */
export function Pager({ offset, limit, total, onMove }: PagerProps) {
  if (total <= limit && offset === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <p className="text-sm text-muted tabular-nums">
        {total === 0 ? "None" : `${offset + 1}–${last} of ${total.toLocaleString("en")}`}
      </p>
      <div className="flex gap-2">
        <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
          Previous
        </Button>
        <Button disabled={last >= total} onClick={() => onMove(offset + limit)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
