import { Link } from "@tanstack/react-router";
import { FileText, Rocket, X } from "lucide-react";
import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { useChange } from "../../api/use-operation.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Lines } from "../../ui/lines.tsx";
import { Problem } from "../../ui/problem.tsx";

type Item = ConsoleOutput<"getShortlist">["items"][number];

interface ShortlistItemProps {
  listId: string;
  item: Item;
  canChange: boolean;
}

const changes = ["getShortlist", "listShortlists"] as const;

/** A project or document of a list, with the member's note. */
export function ShortlistItem({ listId, item, canChange }: ShortlistItemProps) {
  const { kind, key, note, record } = item;
  const [isEditing, setEditing] = useState(false);
  const remove = useChange("removeShortlistItems", { changes });
  const Icon = kind === "project" ? Rocket : FileText;
  const title = record?.title ?? key;
  return (
    <div className="flex gap-3 px-5 py-3.5 max-sm:px-4">
      <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold">
          {record === null ? <span className="text-muted">{key} (withdrawn)</span> : <Title item={item} />}
        </p>
        {record?.summary && <p className="line-clamp-2 text-sm">{record.summary}</p>}
        {record?.origin && <p className="text-xs text-muted">{record.origin}</p>}
        {!isEditing && note !== "" && (
          <div className="border-l-2 border-accent pl-3 text-sm">
            <Lines text={note} />
          </div>
        )}
        {isEditing && <NoteForm listId={listId} item={item} onDone={() => setEditing(false)} />}
        {canChange && !isEditing && (
          <button
            type="button"
            onClick={() => setEditing(true)}
            aria-label={`${note === "" ? "Add a note to" : "Change the note of"} ${title}`}
            className="rounded-md text-sm text-accent-text hover:underline max-sm:min-h-11"
          >
            {note === "" ? "Add a note" : "Change the note"}
          </button>
        )}
        <Problem error={remove.error} />
      </div>
      {canChange && (
        <button
          type="button"
          aria-label={`Remove ${title}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: listId, items: [{ kind, key }] })}
          className="self-start rounded-lg p-2 text-muted hover:bg-hover hover:text-text max-sm:p-3"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function Title({ item: { kind, key, record } }: { item: Item }) {
  const look = "hover:text-accent-text hover:underline";
  return kind === "project" ? (
    <Link to="/projects/$slug" params={{ slug: key }} className={look}>
      {record?.title}
    </Link>
  ) : (
    <Link to="/archive/$id" params={{ id: key }} className={look}>
      {record?.title}
    </Link>
  );
}

function NoteForm({ listId, item, onDone }: { listId: string; item: Item; onDone(): void }) {
  const [note, setNote] = useState(item.note);
  const change = useChange("noteShortlistItem", { changes, onDone });
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ id: listId, item: { kind: item.kind, key: item.key }, note });
      }}
    >
      <Problem error={change.error} />
      <TextField
        label="Note"
        maxLength={500}
        autoFocus
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" busy={change.isPending}>
          Save the note
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
