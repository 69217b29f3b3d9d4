import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button.tsx";

interface ResultPagerProps {
  offset: number;
  /** Results on this page. */
  count: number;
  limit: number;
  hasMore: boolean;
  /** Null where it is not known. */
  total: number | null;
  onMove(offset: number): void;
}

/** Moves between pages of results, the number of which need not be known. */
export function ResultPager({ offset, count, limit, hasMore, total, onMove }: ResultPagerProps) {
  if (offset === 0 && !hasMore) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      <p className="text-sm text-muted tabular-nums">
        {count > 0 && `${(offset + 1).toLocaleString("en")}–${(offset + count).toLocaleString("en")}`}
        {count > 0 && total !== null && ` of ${total.toLocaleString("en")}`}
      </p>
      <div className="flex gap-2">
        <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - limit))}>
          <ChevronLeft className="-ml-1 size-4" aria-hidden="true" />
          Previous
        </Button>
        <Button disabled={!hasMore} onClick={() => onMove(offset + limit)}>
          Next
          <ChevronRight className="-mr-1 size-4" aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
