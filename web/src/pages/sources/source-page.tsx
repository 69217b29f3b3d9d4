import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useAnswer, useChange } from "../../api/use-operation.ts";
import { Crumbs } from "../../explore/crumbs.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { formatInstant } from "../../ui/days.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";
import { History } from "./history.tsx";
import { SourceForm } from "./source-form.tsx";
import { readingPause, State } from "./sources-page.tsx";
import { connectorNames, kindNames, languagesOf, originOf, type Source } from "./words.ts";

export function SourcePage() {
  const { key } = useParams({ from: "/console/sources/$key" });
  const answer = useAnswer("getSource", { key }, { every: (data) => readingPause(isActive(data?.source)) });
  const [open, setOpen] = useState<"edit" | "withdraw" | null>(null);
  const toast = useToast();
  const read = useChange("readSource", {
    changes: ["getSource", "listSources"],
    onDone: () => toast("The source is read as soon as possible"),
  });
  const { source, runs } = answer.data ?? {};
  return (
    <Page
      title={source?.label ?? key}
      above={<Crumbs to="/console/sources" name="Sources" />}
      action={
        source && (
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen("edit")}>Change</Button>
            {source.connector !== null && (
              <Button
                kind="primary"
                busy={read.isPending}
                disabled={isActive(source)}
                onClick={() => read.mutate({ key, allowWithdrawals: false })}
              >
                Read now
              </Button>
            )}
          </span>
        )
      }
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      <Problem error={read.error} />
      {answer.isPending && <Skeleton lines={8} />}
      {source?.last?.outcome === "held" && (
        <Banner
          tone="warning"
          title="Documents are gone from the source, and were kept"
          action={
            <Button disabled={isActive(source)} onClick={() => setOpen("withdraw")}>
              Withdraw them
            </Button>
          }
        >
          {heldText(source.last.message)}
        </Banner>
      )}
      {source?.last?.outcome === "failed" && (
        <Banner tone="danger" title="The last reading failed; its documents stay">
          <span className="wrap-anywhere">{source.last.message}</span>
        </Banner>
      )}
      {source && <About source={source} />}
      {source && source.connector !== null && runs && (
        <>
          <h2 className="pt-3 text-lg font-semibold">Readings</h2>
          {runs.length === 0 && <EmptyState title="It has not been read yet">{null}</EmptyState>}
          {runs.length > 0 && <History runs={runs} />}
        </>
      )}
      {source && open === "edit" && <SourceForm source={source} onClose={() => setOpen(null)} />}
      {source && open === "withdraw" && (
        <Dialog title="Withdraw what is gone?" onClose={() => setOpen(null)}>
          <p>
            {heldText(source.last?.message ?? null)} The source is read again; what it no longer has is
            withdrawn.
          </p>
          <DialogActions>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button
              kind="danger"
              onClick={() => {
                read.mutate({ key, allowWithdrawals: true });
                setOpen(null);
              }}
            >
              Withdraw them
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Page>
  );
}

const isActive = (source: Source | undefined): boolean =>
  source !== undefined &&
  (source.progress !== null || source.isRequested || source.last?.outcome === "running");

/** Without the command that confirms it, which a button does here. */
const heldText = (message: string | null): string =>
  (message ?? "").replace(/ If that is right, run: .*$/, "");

function About({ source }: { source: Source }) {
  const { connector, documents, languages, access, kind, refresh, last, dueAt, licenceNote } = source;
  const facts = [
    ["State", <State key="state" source={source} />],
    ["Documents", documents.toLocaleString("en")],
    ["Languages", languages.length === 0 ? "Known after the next publish" : languagesOf(languages)],
    ["Last read", last === null ? "Never" : formatInstant(last.startedAt)],
    ["Next", dueAt === null ? "When you ask" : formatInstant(dueAt)],
    ["Read from", connector === null ? "Imports" : connectorNames[connector.kind]],
    ["Read every", connector === null ? "–" : (refresh ?? "daily")],
    ["Kind", kindNames[kind as keyof typeof kindNames] ?? kind],
    ["Texts", source.machineSummaries ? "Machine-written summaries" : "Their authors' words"],
    ["Access", access === "open" ? "Whole documents" : "Excerpts only"],
  ] as const;
  return (
    <Card>
      <Facts facts={facts} />
      <p className="mt-4 font-mono text-sm text-muted wrap-anywhere">{originOf(source)}</p>
      {licenceNote !== null && <p className="mt-2 text-sm text-muted">{licenceNote}</p>}
    </Card>
  );
}
