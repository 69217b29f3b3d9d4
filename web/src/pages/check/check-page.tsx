import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useResearch } from "../../api/use-research.ts";
import { IgnoredNotice } from "../../explore/ignored-notice.tsx";
import type { RawSearch } from "../../router/search-params.ts";
import { Page } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Answers } from "./answers.tsx";
import { IdeaForm } from "./idea-form.tsx";
import { Results } from "./results.tsx";
import {
  checkFields,
  checkSearch,
  lengthOf,
  longestIdea,
  narrowingOf,
  neighborhoodRequest,
} from "./state.ts";

export function CheckPage() {
  // The router keeps values that the route does not understand.
  const search = checkSearch(useSearch({ strict: false }) as RawSearch);
  const findings = useRef<HTMLDivElement>(null);
  const exampleChosen = useRef(false);
  const idea = search.idea?.trim() ?? "";
  const length = lengthOf(idea);
  const canAsk = length > 0 && length <= longestIdea;
  const neighbors = useResearch("neighborhood", neighborhoodRequest(idea, {}, 50), {
    enabled: canAsk,
    keepsPrevious: false,
  });
  const isAnswered = canAsk && !neighbors.isPending;
  useEffect(() => {
    if (!isAnswered || !exampleChosen.current) return;
    exampleChosen.current = false;
    // The button of the example is gone, and the focus with it.
    findings.current?.querySelector<HTMLElement>("h2[tabindex]")?.focus({ preventScroll: true });
  }, [isAnswered]);
  return (
    <Page title="Idea check" lead="Who has built it, how crowded it is, and what set the winners apart." wide>
      <IdeaForm
        idea={idea}
        busy={canAsk && neighbors.isFetching}
        onExample={() => {
          exampleChosen.current = true;
        }}
      />
      <IgnoredNotice read={search} names={checkFields} />
      {idea === "" && <Answers />}
      {canAsk && (
        <div ref={findings} className="space-y-4">
          <blockquote className="hidden border-l-2 border-line pl-4 text-lg print:block">{idea}</blockquote>
          <Problem error={neighbors.error} retry={() => void neighbors.refetch()} />
          {neighbors.isPending && <Skeleton lines={6} />}
          <Results idea={idea} narrowing={narrowingOf(search)} neighbors={neighbors} />
        </div>
      )}
    </Page>
  );
}
