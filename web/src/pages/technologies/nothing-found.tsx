import { OwnLink } from "../../explore/own-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export function NothingFound() {
  return (
    <EmptyState title="No technology is known for these projects">
      Technologies come with an import, or from a scan of repositories: see{" "}
      <span className="font-mono whitespace-nowrap">priorart scan --help</span>. If filters are set, remove
      one. What teams say themselves is in{" "}
      <OwnLink href="/analyze?dimensions=techStack" className="text-accent-text underline">
        Analyze
      </OwnLink>
      .
    </EmptyState>
  );
}
