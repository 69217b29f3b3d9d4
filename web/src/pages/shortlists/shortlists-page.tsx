import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAnswer } from "../../api/use-operation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { countOf, formatDay } from "../../ui/days.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListSkeleton } from "../../ui/list-skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { NewShortlistDialog } from "./new-shortlist-dialog.tsx";

/** The member's lists of projects and documents. */
export function ShortlistsPage() {
  const answer = useAnswer("listShortlists", {});
  const [isNew, setNew] = useState(false);
  const lists = answer.data?.shortlists ?? [];
  const create = (
    <Button kind="primary" onClick={() => setNew(true)}>
      New list
    </Button>
  );
  return (
    <Page
      title="Shortlists"
      lead="Projects and documents that you collect, with notes. Only you see a list until you share it."
      action={lists.length > 0 && create}
    >
      <Problem error={answer.error} retry={() => void answer.refetch()} />
      {answer.isPending && <ListSkeleton label="Loading your lists …" rows={3} />}
      {answer.data && lists.length === 0 && (
        <EmptyState title="No lists yet" action={create}>
          Collect projects and documents from their pages with <strong>Shortlist</strong>.
        </EmptyState>
      )}
      {lists.length > 0 && (
        <ul aria-label="Your lists" className="overflow-hidden rounded-xl border border-line bg-surface">
          {lists.map(({ id, name, itemCount, shareId, updatedAt }) => (
            <li key={id} className="border-line not-last:border-b">
              <Link
                to="/shortlists/$id"
                params={{ id }}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3.5 hover:bg-hover/50 max-sm:px-4"
              >
                <span className="min-w-0 flex-1 basis-48 font-semibold max-sm:basis-full">{name}</span>
                {shareId !== null && <Badge tone="accent">Shared</Badge>}
                <span className="text-sm text-muted tabular-nums">{countOf(itemCount, "item")}</span>
                <span className="w-24 text-right text-sm text-muted max-sm:w-auto">
                  {formatDay(updatedAt)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isNew && <NewShortlistDialog onClose={() => setNew(false)} />}
    </Page>
  );
}
