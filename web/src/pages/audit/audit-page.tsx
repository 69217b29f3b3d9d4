import { useNavigate, useSearch } from "@tanstack/react-router";
import { type AuditAction, auditActionNames } from "../../../../src/contract/api/console/audit-actions.ts";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { formatInstant } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const limit = 50;

type Entry = ConsoleOutput<"listAudit">["entries"][number];

const columns: Column<Entry>[] = [
  {
    title: "Action",
    cell: ({ action, detail }) => (
      <span>
        <span className="font-medium">{auditActionNames[action as AuditAction] ?? action}</span>
        {detail !== null && <span className="text-muted"> · {detail}</span>}
      </span>
    ),
  },
  {
    title: "Target",
    isEmpty: ({ target }) => target === null,
    cell: ({ target }) => <span className="wrap-anywhere">{target ?? "–"}</span>,
  },
  {
    title: "Who",
    cell: ({ actor, via }) => (
      <span className="inline-block min-w-36 wrap-anywhere max-sm:min-w-0">
        {actor}
        {via === "command" && <span className="text-muted"> · command line</span>}
      </span>
    ),
  },
  { title: "When", cell: ({ at }) => <span className="whitespace-nowrap">{formatInstant(at)}</span> },
];

export function AuditPage() {
  const { q = "", offset = 0 } = useSearch({ from: "/console/audit" });
  const navigate = useNavigate({ from: "/console/audit" });
  const answer = useAnswer("listAudit", { q: q === "" ? undefined : q, offset, limit });
  const { data } = answer;
  return (
    <Page
      title="Audit log"
      lead="What administrators did, in the console and on the command line. Queries, tokens and texts are never recorded."
    >
      <SearchBox
        label="Find by person, action or target"
        value={q}
        maxLength={254}
        onChange={(value) =>
          void navigate({ search: value === "" ? {} : { q: value }, replace: true, resetScroll: false })
        }
      />
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={8} />}
      {data && data.entries.length === 0 && (
        <EmptyState title={q === "" ? "Nothing is recorded yet" : "No such entry"}>
          The last 10,000 actions are kept.
        </EmptyState>
      )}
      {data && data.entries.length > 0 && (
        <>
          <Table caption="Actions" columns={columns} rows={data.entries} keyOf={({ id }) => String(id)} />
          <Pager
            offset={offset}
            limit={limit}
            total={data.total}
            onMove={(next) =>
              void navigate({ search: { ...(q !== "" && { q }), ...(next > 0 && { offset: next }) } })
            }
          />
        </>
      )}
    </Page>
  );
}
