import { useMember } from "../../api/session.ts";
import { OwnLink } from "../../explore/own-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { TechnologiesSearch } from "./state.ts";

export function NothingFound({ search }: { search: TechnologiesSearch }) {
  const isAdmin = useMember().member.role === "admin";
  const isFiltered = [search.kind, search.hackathonSlugs, search.winnersOnly].some(
    (value) => value !== undefined,
  );
  return (
    <EmptyState
      title={
        isFiltered
          ? "No technology is known for these projects"
          : "No technology is known for any project yet"
      }
    >
      {isFiltered && "Remove a filter to see others. "}
      {isAdmin && (
        <>
          Technologies come with an import, or from a scan of repositories: see{" "}
          <span className="font-mono whitespace-nowrap">priorart scan --help</span>.{" "}
        </>
      )}
      What teams say themselves is in{" "}
      <OwnLink href="/analyze?dimensions=techStack" className="text-accent-text underline">
        Analyze
      </OwnLink>
      .
    </EmptyState>
  );
}
