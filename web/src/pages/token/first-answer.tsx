import { createClient, type ProjectSearchResult } from "@prior-art/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { plainText } from "../../explore/plain-text.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { sampleBody } from "./sample-code.ts";

/** Sends the sample's request from the page; the response shows that the token works. */
async function ask(token: string): Promise<ProjectSearchResult[]> {
  const withToken = createClient({ baseUrl: "", token, retries: 0 });
  return (await withToken.searchProjects(sampleBody)).results;
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
              {oneLiner && <span className="block text-muted">{plainText(oneLiner)}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
