import type { ErrorComponentProps } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** Shows an error of a page's own code, or that its code could not be loaded, instead of an empty page. */
export function PageFailure({ reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-xl py-16">
      <EmptyState
        title="This page failed"
        action={
          <span className="inline-flex gap-2">
            <Button kind="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
            <Button onClick={reset}>Try again</Button>
          </span>
        }
      >
        Saved changes are not lost. If the service was updated or is not reachable, a reload helps.
      </EmptyState>
    </div>
  );
}
