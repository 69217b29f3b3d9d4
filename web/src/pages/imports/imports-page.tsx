import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { uploadFile } from "../../api/upload-file.ts";
import { useAnswer } from "../../api/use-operation.ts";
import { formatBytes } from "../../operate/bytes.ts";
import { PublishCard } from "../../operate/publish-card.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DropZone } from "./drop-zone.tsx";
import { EndedImport } from "./ended-import.tsx";
import { ImportForm } from "./import-form.tsx";
import { ImportList } from "./import-list.tsx";
import type { ImportState } from "./kinds.ts";
import { RunningImport } from "./running-import.tsx";

const pauseOf = (state: ImportState | undefined): number => (state?.running ? 500 : 10_000);

export function ImportsPage() {
  const answer = useAnswer("getImport", {}, { every: pauseOf });
  const corpus = useAnswer("getCorpus", {});
  const { data } = answer;
  useRefreshAfter(data);
  return (
    <Page
      title="Imports"
      lead="Files with projects, documents and other records: upload one, look at its first records, and import it."
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <Skeleton lines={6} />}
      {data && <Current state={data} />}
      {data?.running === null && data.last !== null && <EndedImport last={data.last} />}
      {data?.running === null && data.last !== null && <PublishCard />}
      <h2 className="pt-3 text-lg font-semibold">Last imports</h2>
      <Problem error={corpus.error} retry={() => void corpus.refetch()} />
      {corpus.data?.imports.length === 0 && (
        <EmptyState title="Nothing has been imported yet">
          Drop a file above, or use <span className="font-mono">priorart import</span> on the server.
        </EmptyState>
      )}
      {corpus.data && corpus.data.imports.length > 0 && <ImportList runs={corpus.data.imports} />}
    </Page>
  );
}

/** The import that runs, the file that waits, or the place to drop one. */
function Current({ state: { running, upload, maxBytes } }: { state: ImportState }) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const send = async (file: File) => {
    const stopping = new AbortController();
    setProblem(file.size === 0 ? "empty" : null);
    if (file.size === 0) return;
    setSending({ file, sent: 0, stopping });
    try {
      const onProgress = (sent: number) => setSending({ file, sent, stopping });
      queries.setQueryData(
        ["getImport", {}],
        await uploadFile(file, { signal: stopping.signal, onProgress }),
      );
    } catch (error) {
      if (!stopping.signal.aborted) setProblem(error);
      await queries.invalidateQueries({ queryKey: ["getImport"] });
    } finally {
      setSending(null);
    }
  };
  if (running !== null) return <RunningImport running={running} />;
  if (sending !== null) return <SendingCard sending={sending} />;
  if (upload !== null && upload.received === upload.bytes)
    return <ImportForm key={upload.id} upload={upload} />;
  if (maxBytes === 0)
    return (
      <Banner tone="neutral" title="Files cannot be uploaded here">
        The operator turned uploads off; import on the server, with{" "}
        <span className="font-mono">priorart import</span>.
      </Banner>
    );
  return (
    <DropZone
      maxBytes={maxBytes}
      problem={
        problem === "empty" ? (
          <Banner tone="danger">The file is empty; choose another one.</Banner>
        ) : (
          problem !== null && <Problem error={problem} />
        )
      }
      onFile={(file) => void send(file)}
    />
  );
}

interface Sending {
  file: File;
  /** Bytes. */
  sent: number;
  stopping: AbortController;
}

function SendingCard({ sending: { file, sent, stopping } }: { sending: Sending }) {
  return (
    <Card
      title={<span className="wrap-anywhere">Uploading {file.name}</span>}
      aside={<Button onClick={() => stopping.abort()}>Cancel</Button>}
    >
      <p role="status" className="tabular-nums">
        {formatBytes(sent)} of {formatBytes(file.size)}
      </p>
      <progress
        className="mt-2 h-2 w-full accent-accent"
        aria-label="Sent of the file"
        value={sent}
        max={file.size}
      />
    </Card>
  );
}

/** What an import changes is asked again when one has ended. */
function useRefreshAfter(state: ImportState | undefined): void {
  const queries = useQueryClient();
  const known = useRef<string | null | undefined>(undefined);
  const finishedAt = state && (state.last?.finishedAt ?? null);
  useEffect(() => {
    if (known.current !== undefined && finishedAt !== known.current)
      for (const id of ["getCorpus", "getSystem", "listSources", "getPublish"])
        void queries.invalidateQueries({ queryKey: [id] });
    known.current = finishedAt;
  }, [finishedAt, queries]);
}
