import { useMutation, useQueryClient } from "@tanstack/react-query";
import { problemOf, unreachable } from "../../../../src/client/service-problem.ts";
import type { ProjectSearchResult } from "../../../../src/contract/api/project.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { sampleBody, samplePath } from "./sample-code.ts";

/** Sends the sample's request from the page; the response shows that the token works. */
async function ask(secret: string): Promise<ProjectSearchResult[]> {
  const response = await fetch(samplePath, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(sampleBody),
    credentials: "omit",
  }).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { results: ProjectSearchResult[] }).results;
}

export function FirstAnswer({ secret }: { secret: string }) {
  const queries = useQueryClient();
  const answer = useMutation({
    mutationFn: () => ask(secret),
    // The day of last use has changed.
    onSettled: () => queries.invalidateQueries({ queryKey: ["getToken"] }),
  });
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          Does it work? Search projects for <q>{sampleBody.query}</q>.
        </p>
        <Button busy={answer.isPending} onClick={() => answer.mutate()}>
          Try it
        </Button>
      </div>
      {answer.isError && (
        <div className="mt-3">
          <Problem error={answer.error} />
        </div>
      )}
      {answer.data?.length === 0 && (
        <p className="mt-3 text-sm text-muted">It works; there are no projects yet.</p>
      )}
      {answer.data && answer.data.length > 0 && (
        <ol aria-label="Projects found" className="mt-3 space-y-2 text-sm">
          {answer.data.map(({ slug, name, oneLiner, hackathon }) => (
            <li key={slug}>
              <span className="font-medium">{name}</span>
              <span className="text-muted"> · {hackathon.name}</span>
              {oneLiner && <span className="block text-muted">{oneLiner}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
