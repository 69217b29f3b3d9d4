import { Link } from "@tanstack/react-router";
import type { RepositoryTag, RepositoryTags } from "../../../../src/contract/api/built-with.ts";
import { builtWithKinds } from "../../explore/project-search.ts";
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
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {kinds.map((kind) => (
          <div key={kind}>
            <h3 className="mb-1.5 text-sm font-semibold">{names[kind]}</h3>
            <ul className="space-y-1.5">
              {tags[kind].map((tag: Tag) => (
                <li key={`${tag.name} ${tag.network ?? ""}`} className="text-sm">
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
                  <Finding tag={tag} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Why the technology is believed to be there, and how sure that is. */
function Finding({ tag: { evidence, confidence } }: { tag: Tag }) {
  if (!evidence && confidence === undefined) return null;
  return (
    <span className="block text-xs text-muted">
      {evidence && <span className="font-mono">{evidence}</span>}
      {evidence && confidence !== undefined && " · "}
      {confidence !== undefined && (
        <span className="whitespace-nowrap">{Math.round(confidence * 100)}% sure</span>
      )}
    </span>
  );
}
