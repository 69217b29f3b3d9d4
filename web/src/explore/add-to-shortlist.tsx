import { Bookmark, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ConsoleCall } from "../../../src/client/console-client.ts";
import type { ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { useAnswer, useChange } from "../api/use-operation.ts";
import { Button } from "../ui/button.tsx";
import { inputLook } from "../ui/field.tsx";
import { Popover } from "../ui/popover.tsx";
import { Problem } from "../ui/problem.tsx";
import { useToast } from "../ui/toast.tsx";
import { Option } from "./facets/facet-group.tsx";

type Item = ConsoleCall<"addShortlistItems">["items"][number];

/** Collects a project or document: a button that opens the member's lists. */
export function AddToShortlist({ item }: { item: Item }) {
  return (
    <Popover
      label="Shortlists"
      button={
        <>
          <Bookmark className="size-4" aria-hidden="true" />
          Shortlist
        </>
      }
    >
      <Lists item={item} />
    </Popover>
  );
}

const changes = ["listShortlists", "getShortlist"] as const;

function Lists({ item }: { item: Item }) {
  const answer = useAnswer("listShortlists", { kind: item.kind, key: item.key });
  const lists = answer.data?.shortlists ?? [];
  return (
    <div className="space-y-2">
      <Problem error={answer.error} />
      {answer.isPending && (
        <p role="status" className="text-sm text-muted">
          Loading …
        </p>
      )}
      {lists.length > 0 && (
        <ul className="max-h-60 overflow-y-auto">
          {lists.map((list) => (
            <li key={list.id}>
              <ListOption list={list} item={item} />
            </li>
          ))}
        </ul>
      )}
      {answer.data && <NewList item={item} />}
    </div>
  );
}

interface ListOptionProps {
  list: ConsoleOutput<"listShortlists">["shortlists"][number];
  item: Item;
}

/** Shows the choice immediately; after a failure, what the service has. */
function ListOption({ list: { id, name, itemCount, holds }, item }: ListOptionProps) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const add = useChange("addShortlistItems", { changes });
  const remove = useChange("removeShortlistItems", { changes });
  const toggle = () => {
    if (wanted !== null) return;
    setWanted(!holds);
    (holds ? remove : add).mutate({ id, items: [item] }, { onSettled: () => setWanted(null) });
  };
  return (
    <>
      <Option option={{ label: name, count: itemCount }} isChosen={wanted ?? holds} onToggle={toggle} />
      <Problem error={add.error ?? remove.error} />
    </>
  );
}

function NewList({ item }: { item: Item }) {
  const toast = useToast();
  const [name, setName] = useState("");
  const create = useChange("createShortlist", {
    changes,
    onDone: (list) => {
      setName("");
      toast(`Added to ${list.name}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") create.mutate({ name, items: [item] });
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      <Problem error={create.error} />
      <div className="flex gap-2">
        <input
          aria-label="Name of a new list"
          placeholder="New list"
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
          className={`${inputLook} min-w-0 flex-1 text-sm`}
        />
        <Button type="submit" aria-label="Create the list and add" busy={create.isPending} className="px-2.5">
          <Plus className="size-4" aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
