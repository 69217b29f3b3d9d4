import { Link } from "@tanstack/react-router";
import type { RepositoryTag, RepositoryTags } from "../../../../src/contract/api/built-with.ts";
import { builtWithKinds } from "../../../../src/contract/values/built-with-kinds.ts";
import { Card } from "../../ui/card.tsx";

const names = {
  languages: "Languages",
  frameworks: "Frameworks",
  chains: "Chains",
  protocols: "Protocols",
  services: "Services",
  tooling: "Tooling",
  standards: "Standards",
} as const;

type Tag = RepositoryTag & { network?: string };

/** Technologies found in the repository, by kind, with the evidence for each. */
export function BuiltWith({ tags }: { tags: RepositoryTags }) {
  const kinds = builtWithKinds.filter((kind) => tags[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <Card title="Built with">
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
        {kinds.map((kind) => (
          <div key={kind}>
            <h3 className="mb-1.5 text-sm font-semibold">{names[kind]}</h3>
            <ul className="space-y-1.5">
              {tags[kind].map((tag: Tag) => (
                <li key={`${tag.name} ${tag.network ?? ""}`} className="text-sm">
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="min-w-0">
                      <Link
                        to="/projects"
                        search={{ [`builtWith.${kind}`]: [tag.name] }}
                        className="font-medium hover:text-accent-text hover:underline"
                      >
                        {tag.name}
                      </Link>
                      {tag.version && <span className="text-muted"> {tag.version}</span>}
                      {tag.network && tag.network !== "unknown" && (
                        <span className="text-muted"> ({tag.network})</span>
                      )}
                    </span>
                    {tag.confidence !== undefined && (
                      <span className="shrink-0 text-xs text-muted tabular-nums">
                        {Math.round(tag.confidence * 100)}% sure
                      </span>
                    )}
                  </span>
                  {tag.evidence && (
                    <span className="block truncate font-mono text-xs text-muted" title={tag.evidence}>
                      {tag.evidence}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}
