import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { PublishCard } from "../../operate/publish-card.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CatalogCard, SnapshotCard } from "./holdings.tsx";
import { Snapshots } from "./snapshots.tsx";
import { SystemCard } from "./system-card.tsx";

type Corpus = ConsoleOutput<"getCorpus">;

/** A new snapshot, or one that was returned to, is served within a second. */
const pauseOf = (corpus: Corpus | undefined): number =>
  corpus !== undefined && corpus.published !== (corpus.snapshot?.id ?? null) ? 1_000 : 30_000;

export function CorpusPage() {
  const answer = useAnswer("getCorpus", {}, { every: pauseOf });
  const { data } = answer;
  return (
    <Page
      title="Corpus"
      lead="What is searchable, what waits for a publish, and the machine."
      action={
        <Button busy={answer.isFetching} onClick={() => void answer.refetch()}>
          Refresh
        </Button>
      }
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={9} />}
      {data && (
        <>
          {(data.waiting.projects || data.waiting.archive) && (
            <Banner tone="warning" title={`${waitingOf(data.waiting)} changed since the last publish`}>
              Publish to make the changes searchable.
            </Banner>
          )}
          <PublishCard />
          <div className="grid gap-4 lg:grid-cols-2">
            <SnapshotCard snapshot={data.snapshot} published={data.published} />
            <CatalogCard catalog={data.catalog} imported={data.imported} />
          </div>
          <Snapshots />
          <h2 className="pt-3 text-lg font-semibold">Machine</h2>
          <SystemCard />
        </>
      )}
    </Page>
  );
}

function waitingOf({ projects, archive }: { projects: boolean; archive: boolean }): string {
  if (projects && archive) return "Projects and documents have";
  return projects ? "Projects have" : "Documents have";
}
