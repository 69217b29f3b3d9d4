import { useQuery } from "@tanstack/react-query";
import { LibraryBig, Rocket } from "lucide-react";
import { useState } from "react";
import type { ConsoleOutput } from "../../../../src/contract/api/console/operations.ts";
import { client } from "../../api/client.ts";
import { useChange } from "../../api/use-operation.ts";
import { documentHref, projectHref } from "../../explore/hrefs.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { Menu } from "../../ui/menu.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

type SavedSearch = ConsoleOutput<"listSavedSearches">["searches"][number];

/** Where the corpus has changed since it was counted, the service counts again. */
function useNewKeys({ id, newResults, seenRevision }: SavedSearch) {
  return useQuery({
    queryKey: ["checkSavedSearch", id, seenRevision, newResults],
    queryFn: ({ signal }) => client.call("checkSavedSearch", { id }, { signal }),
    enabled: newResults !== 0,
  });
}

export function SavedSearchRow({ search }: { search: SavedSearch }) {
  const { id, name, page, state, seenAt } = search;
  const [isRenaming, setRenaming] = useState(false);
  const changes = ["listSavedSearches"] as const;
  const see = useChange("seeSavedSearch", { changes });
  const remove = useChange("deleteSavedSearch", { changes });
  const checked = useNewKeys(search);
  const newKeys = search.newResults === 0 ? [] : (checked.data?.newKeys ?? []);
  const Icon = page === "projects" ? Rocket : LibraryBig;
  return (
    <div className="flex gap-3 px-5 py-3.5 max-sm:px-4">
      <Icon className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OwnLink
            href={`/${page}${state === "" ? "" : `?${state}`}`}
            onClick={() => newKeys.length > 0 && see.mutate({ id })}
            className="font-medium hover:text-accent-text hover:underline"
          >
            {name}
          </OwnLink>
          {newKeys.length > 0 && <Badge tone="accent">{countOf(newKeys.length, "new result")}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {page === "projects" ? "Projects" : "Archive"} · last look {formatDay(seenAt)}
        </p>
        {newKeys.length > 0 && (
          <details className="text-sm">
            <summary className="font-medium">What is new</summary>
            <ul className="mt-1.5 space-y-1">
              {newKeys.map((key, at) => (
                <li key={key}>
                  <OwnLink
                    href={page === "projects" ? projectHref(key) : documentHref(key)}
                    className="text-accent-text underline underline-offset-2 hover:no-underline"
                  >
                    {checked.data?.newTitles[at] ?? key}
                  </OwnLink>
                </li>
              ))}
            </ul>
            <Button className="mt-2" busy={see.isPending} onClick={() => see.mutate({ id })}>
              Mark as seen
            </Button>
          </details>
        )}
        <Problem error={checked.error ?? see.error ?? remove.error} />
      </div>
      <Menu
        label={`More about ${name}`}
        kind="quiet"
        entries={[
          { name: "Rename", onChoose: () => setRenaming(true) },
          { name: "Delete", onChoose: () => remove.mutate({ id }) },
        ]}
      >
        …
      </Menu>
      {isRenaming && <RenameDialog id={id} name={name} onClose={() => setRenaming(false)} />}
    </div>
  );
}
