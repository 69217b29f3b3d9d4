import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ChartTable } from "../charts/table.ts";
import { TableDownloads } from "../charts/table-downloads.tsx";
import { Button } from "../ui/button.tsx";
import { ListSkeleton } from "../ui/list-skeleton.tsx";
import { Problem } from "../ui/problem.tsx";
import { useExpanded } from "./use-expanded.ts";

/** Items asked for: as many as the service lists. */
export const maxSimilar = 25;

interface SimilarSectionProps<Item> {
  /** In the plural: `projects`. */
  name: string;
  answer: UseQueryResult;
  items: readonly Item[];
  /** In one line: what the numbers and the order mean. */
  lead?: string;
  /** Shown until a reader asks for all. */
  shownAtFirst: number;
  /** Shown instead of no items. */
  nothing: string;
  download: { file: string; table(): ChartTable };
  className: string;
  list(items: readonly Item[]): ReactNode;
}

/** What is similar to the page's project or document: the first few, then all, with downloads. */
export function SimilarSection<Item>(props: SimilarSectionProps<Item>) {
  const { name, lead, answer, items, shownAtFirst, nothing, download, className, list } = props;
  const { all, expand, list: place } = useExpanded(shownAtFirst);
  const shown = all ? items : items.slice(0, shownAtFirst);
  return (
    <section aria-labelledby="similar" className={`space-y-3 ${className}`}>
      <div className="flex items-center justify-between gap-3">
        <div>
          <h2 id="similar" className="text-lg font-semibold">
            Similar {name}
          </h2>
          {lead !== undefined && items.length > 0 && <p className="text-sm text-pretty text-muted">{lead}</p>}
        </div>
        {items.length > 0 && <TableDownloads label={`the similar ${name}`} {...download} />}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label={`Loading similar ${name} …`} rows={3} />}
      {answer.data !== undefined && items.length === 0 && <p className="text-muted">{nothing}</p>}
      {shown.length > 0 && <div ref={place}>{list(shown)}</div>}
      {items.length > shown.length && (
        <Button onClick={expand}>Show {items.length - shown.length} more</Button>
      )}
    </section>
  );
}
