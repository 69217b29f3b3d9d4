import { CodeXml, ExternalLink, FileVideo, MonitorPlay, Presentation } from "lucide-react";
import type { Links } from "../../../../src/contract/api/shared.ts";
import { isWebUrl } from "../../ui/outside-link.tsx";

const kinds = [
  { field: "github", name: "Repository", icon: CodeXml },
  { field: "demo", name: "Demo", icon: MonitorPlay },
  { field: "presentation", name: "Presentation", icon: Presentation },
  { field: "technicalDemo", name: "Technical demo", icon: FileVideo },
  { field: "twitter", name: "X", icon: ExternalLink },
  { field: "colosseum", name: "Event page", icon: ExternalLink },
] as const;

/** What the team published elsewhere. */
export function ProjectLinks({ links }: { links: Links }) {
  const given = kinds.flatMap(({ field, ...kind }) => {
    const url = links[field];
    return url ? [{ ...kind, url }] : [];
  });
  if (given.length === 0) return null;
  return (
    <ul
      aria-label="Links" // Relative: what is written for screen readers only must not widen the page.
      className="relative flex min-w-0 gap-2 max-sm:w-full max-sm:overflow-x-auto sm:flex-wrap"
    >
      {given.map(({ name, url, icon: Icon }) => (
        <li key={name} className="max-w-full shrink-0">
          {isWebUrl(url) ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-8 items-center gap-2 rounded-lg border border-line bg-surface px-3 text-sm font-medium hover:border-edge max-sm:min-h-11"
            >
              <Icon className="size-4 text-muted" aria-hidden="true" />
              {name === "Repository" && links.repoPublic === false ? "Repository (private)" : name}
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          ) : (
            // No web address: shown, never followed.
            <span className="inline-flex min-h-8 items-center rounded-lg border border-dashed border-line px-3 text-sm text-muted">
              {name}: {url}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
