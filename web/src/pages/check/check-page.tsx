import { useSearch } from "@tanstack/react-router";
import { useResearch } from "../../api/use-research.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Answers } from "./answers.tsx";
import { IdeaForm } from "./idea-form.tsx";
import { Results } from "./results.tsx";
import { type CheckSearch, lengthOf, longestIdea, narrowingOf, neighborhoodRequest } from "./state.ts";

export function CheckPage() {
  const search: CheckSearch = useSearch({ strict: false });
  const idea = search.idea?.trim() ?? "";
  const length = lengthOf(idea);
  const canAsk = length > 0 && length <= longestIdea;
  const neighbors = useResearch("neighborhood", neighborhoodRequest(idea, {}, 50), {
    enabled: canAsk,
    keepsPrevious: false,
  });
  return (
    <Page title="Idea check" lead="Who has built it, how crowded it is, and what set the winners apart." wide>
      <IdeaForm idea={idea} busy={canAsk && neighbors.isFetching} />
      {idea === "" && <Answers />}
      {canAsk && (
        <>
          <blockquote className="hidden border-l-2 border-line pl-4 text-lg print:block">{idea}</blockquote>
          <Problem error={neighbors.error} retry={() => void neighbors.refetch()} />
          {neighbors.isPending && <Skeleton lines={6} />}
          <Results idea={idea} narrowing={narrowingOf(search)} neighbors={neighbors} />
        </>
      )}
    </Page>
  );
}
