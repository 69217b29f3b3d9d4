import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer, useChange } from "../../api/use-operation.ts";
import { formatBytes } from "../../operate/bytes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatInstant } from "../../ui/days.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useToast } from "../../ui/toast.tsx";

type Snapshot = ConsoleOutput<"listSnapshots">["snapshots"][number];

const number = (value: number): string => value.toLocaleString("en");

const columns: Column<Snapshot>[] = [
  {
    title: "Snapshot",
    cell: ({ id, isCurrent, problem }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-medium tabular-nums">{id}</span>
        {isCurrent && <Badge tone="success">Current</Badge>}
        {problem !== null && <Badge tone="danger">Cannot be served</Badge>}
      </span>
    ),
  },
  {
    title: "Published",
    cell: ({ publishedAt }) => <span className="whitespace-nowrap">{formatInstant(publishedAt)}</span>,
  },
  { title: "Projects", numeric: true, cell: ({ projects }) => number(projects) },
  { title: "Documents", numeric: true, cell: ({ documents }) => number(documents) },
  { title: "Passages", numeric: true, cell: ({ passages }) => number(passages) },
  { title: "Size", numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
];

/** The snapshots on disk; the one before the current can be made current again. */
export function Snapshots() {
  const answer = useAnswer("listSnapshots", {});
  const [asking, setAsking] = useState(false);
  const toast = useToast();
  const rollBack = useChange("rollBack", {
    changes: ["listSnapshots", "getCorpus"],
    onDone: ({ snapshot }) => {
      toast(`Snapshot ${snapshot} is current`);
      setAsking(false);
    },
  });
  const snapshots = answer.data?.snapshots ?? [];
  const at = snapshots.findIndex(({ isCurrent }) => isCurrent);
  const current = snapshots[at];
  const before = at === -1 ? undefined : snapshots[at + 1];
  if (answer.data && snapshots.length === 0) return null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
        <h2 className="text-lg font-semibold">Snapshots</h2>
        {current && before?.problem === null && (
          <Button onClick={() => setAsking(true)}>Roll back to {before.id}</Button>
        )}
      </div>
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {snapshots.length > 0 && (
        <Table caption="Snapshots" columns={columns} rows={snapshots} keyOf={({ id }) => id} />
      )}
      {asking && current && before && (
        <Dialog title={`Roll back to ${before.id}?`} onClose={() => setAsking(false)}>
          <p>
            Searches are then answered from the snapshot of {formatInstant(before.publishedAt)}. Withdrawn
            records stay withdrawn. The next publish makes a new snapshot from all records.
          </p>
          <Problem error={rollBack.error} />
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              kind="danger"
              busy={rollBack.isPending}
              onClick={() => rollBack.mutate({ from: current.id })}
            >
              Roll back
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
