import { isPriorArtError } from "@prior-art/client";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { client } from "../../api/client.ts";
import { useAnswer, useChange } from "../../api/use-operation.ts";
import { saveFile, textFile } from "../../charts/download.ts";
import { Crumbs } from "../../explore/crumbs.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Lines } from "../../ui/lines.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { ShortlistItem } from "./shortlist-item.tsx";

type Shortlist = ConsoleOutput<"getShortlist">;

const ToShortlists = () => <Crumbs to="/shortlists" name="Shortlists" />;

/** One list: the member's own by its id, another's by the id of its link. */
export function ShortlistPage() {
  const { id } = useParams({ from: "/shortlists/$id" });
  const answer = useAnswer("getShortlist", { id });
  const code = isPriorArtError(answer.error) ? answer.error.code : null;
  if (code === "NOT_FOUND" || code === "INVALID_QUERY") {
    return (
      <Page title="No such list" above={<ToShortlists />}>
        <EmptyState title="There is no list at this address">
          It may be mistyped, the list may have been deleted, or its sharing has ended.
        </EmptyState>
      </Page>
    );
  }
  if (answer.data === undefined) {
    return (
      <Page title="Shortlist" above={<ToShortlists />}>
        <Problem error={answer.error} retry={() => void answer.refetch()} />
        {answer.isPending && <ListSkeleton label="Loading the list …" />}
      </Page>
    );
  }
  return <List key={id} id={id} list={answer.data} />;
}

function List({ id, list }: { id: string; list: Shortlist }) {
  const { name, notes, items, isOwn } = list;
  const [dialog, setDialog] = useState<"edit" | "share" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <Page
      title={name}
      above={<ToShortlists />}
      action={
        <span className="flex flex-wrap gap-2">
          {isOwn && <Button onClick={() => setDialog("share")}>Share</Button>}
          {!isOwn && <Copy id={id} />}
          <Export id={id} />
          {isOwn && (
            <Menu
              label="More"
              entries={[
                { name: "Name and notes", onChoose: () => setDialog("edit") },
                { name: "Delete the list", onChoose: () => setDialog("delete") },
              ]}
            >
              More
            </Menu>
          )}
        </span>
      }
    >
      {!isOwn && <Banner tone="neutral">Another member shares this list. Copy it to change it.</Banner>}
      {notes !== "" && <Lines text={notes} />}
      {items.length === 0 && (
        <EmptyState title="Nothing is collected yet">
          Open a project or a document, and press <strong>Shortlist</strong>.
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul aria-label="Items" className="overflow-hidden rounded-xl border border-line bg-surface">
          {items.map((item) => (
            <li key={`${item.kind} ${item.key}`} className="border-line not-last:border-b">
              <ShortlistItem listId={id} item={item} canChange={isOwn} />
            </li>
          ))}
        </ul>
      )}
      {dialog === "edit" && <EditDialog list={list} onClose={close} />}
      {dialog === "share" && <ShareDialog list={list} onClose={close} />}
      {dialog === "delete" && <DeleteDialog list={list} onClose={close} />}
    </Page>
  );
}

function Copy({ id }: { id: string }) {
  const navigate = useNavigate();
  const copy = useChange("copyShortlist", {
    changes: ["listShortlists"],
    onDone: (made) => navigate({ to: "/shortlists/$id", params: { id: made.id } }),
  });
  return (
    <>
      <Problem error={copy.error} />
      <Button kind="primary" busy={copy.isPending} onClick={() => copy.mutate({ id })}>
        Copy to my lists
      </Button>
    </>
  );
}

const formats = [
  { format: "csv", name: "CSV" },
  { format: "jsonl", name: "JSON Lines" },
  { format: "markdown", name: "Markdown" },
] as const;

function Export({ id }: { id: string }) {
  const toast = useToast();
  const save = async (format: "csv" | "jsonl" | "markdown") => {
    try {
      const { fileName, type, text } = await client.call("exportShortlist", { id, format });
      saveFile(fileName, textFile(text, type));
    } catch {
      toast("Not downloaded: try again in a moment");
    }
  };
  return (
    <Menu
      label="Export"
      entries={formats.map(({ format, name }) => ({ name, onChoose: () => void save(format) }))}
    >
      Export
    </Menu>
  );
}
