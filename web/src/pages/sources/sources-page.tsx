import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatInstant } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { SourceForm } from "./source-form.tsx";
import { Unpublished } from "./unpublished.tsx";
import { connectorNames, outcomeOf, type Source } from "./words.ts";

const columns: Column<Source>[] = [
  {
    title: "Source",
    cell: ({ key, label }) => (
      <Link
        to="/console/sources/$key"
        params={{ key }}
        className="font-medium text-accent-text hover:underline"
      >
        {label}
      </Link>
    ),
  },
  {
    title: "Read from",
    cell: ({ connector }) => (connector === null ? "Imports" : connectorNames[connector.kind]),
  },
  { title: "Documents", numeric: true, cell: ({ documents }) => documents.toLocaleString("en") },
  {
    title: "State",
    isEmpty: ({ connector }) => connector === null,
    cell: (source) => <State source={source} />,
  },
  {
    title: "Last read",
    isEmpty: ({ last }) => last === null,
    cell: ({ last }) => <Time value={last?.startedAt ?? null} />,
  },
  { title: "Next", isEmpty: ({ dueAt }) => dueAt === null, cell: ({ dueAt }) => <Time value={dueAt} /> },
];

function Time({ value }: { value: string | null }) {
  return <span className="whitespace-nowrap">{value === null ? "–" : formatInstant(value)}</span>;
}

/** What is going on, or how the last reading ended. */
export function State({ source: { connector, last, progress, isRequested } }: { source: Source }) {
  if (connector === null) return <>–</>;
  if (progress !== null)
    return (
      <Badge tone="accent">
        Reading, {progress.done.toLocaleString("en")} of {progress.listed.toLocaleString("en")}
      </Badge>
    );
  if (isRequested) return <Badge tone="accent">About to be read</Badge>;
  if (last === null) return <Badge>Not read yet</Badge>;
  const { name, tone } = outcomeOf(last);
  return <Badge tone={tone}>{name}</Badge>;
}

/** While something is being read, every second; else now and then, for what the schedule does. */
export const readingPause = (isActive: boolean): number => (isActive ? 1000 : 15_000);

export function SourcesPage() {
  const answer = useAnswer("listSources", {}, { every: (data) => readingPause(isActive(data)) });
  const [adding, setAdding] = useState(false);
  const { data } = answer;
  return (
    <Page
      wide
      title="Sources"
      lead="Where the documents of the archive come from, and how often each source is read."
      action={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add a source
        </Button>
      }
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={8} />}
      {data && <Unpublished since={data.unpublishedSince} publishes={data.publishes} />}
      {data && data.sources.length === 0 && (
        <EmptyState title="No sources yet">Add the first one: a repository, a feed, a web site.</EmptyState>
      )}
      {data && data.sources.length > 0 && (
        <Table caption="Sources" columns={columns} rows={data.sources} keyOf={({ key }) => key} />
      )}
      {adding && <SourceForm source={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function isActive(data: { isReading: boolean; sources: readonly Source[] } | undefined): boolean {
  return data !== undefined && (data.isReading || data.sources.some(({ isRequested }) => isRequested));
}
