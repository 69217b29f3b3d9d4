import { Link } from "@tanstack/react-router";
import { Users } from "lucide-react";
import type { ProjectSearchResult } from "../../../src/contract/api/project.ts";
import { formatMonth } from "../ui/days.ts";
import { AwardBadge } from "./award-badge.tsx";
import { Marked } from "./marked.tsx";
import { wordsToMark } from "./marked-text.ts";
import { plainText } from "./plain-text.ts";
import { recall } from "./recent.ts";
import { Similarity } from "./similarity.tsx";

interface ProjectRowProps {
  project: ProjectSearchResult;
  /** Its words are marked, where the service does not say which ones matched. */
  query?: string;
  /** Whether the list is a ranking; similarities are then shown. */
  ranked?: boolean;
  /** Of the headings: 3 in a part of a page that has a heading of its own. */
  level?: 2 | 3;
}

/** One project of a list; all of it opens the project. */
export function ProjectRow({ project, query = "", ranked = false, level = 2 }: ProjectRowProps) {
  const { slug, name, oneLiner, hackathon, award, prize, similarity, evidence, team, cluster } = project;
  const Heading = `h${level}` as const;
  const words = wordsToMark(query, project.explanation?.terms);
  const passage = evidence.find((text) => oneLiner === null || !repeats(text, oneLiner));
  return (
    <article className="group relative border-line px-5 py-4 not-last:border-b hover:bg-hover/50 max-sm:px-4">
      <div className="flex items-start gap-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
          <Heading className="font-semibold">
            <Link
              to="/projects/$slug"
              params={{ slug }}
              onClick={() => recall({ kind: "project", id: slug, name })}
              className="after:absolute after:inset-0 group-hover:text-accent-text"
            >
              <Marked text={name} words={words} />
            </Link>
          </Heading>
          <AwardBadge award={award} prize={prize} />
        </div>
        {ranked && (
          <span className="shrink-0">
            <Similarity value={similarity} />
          </span>
        )}
      </div>
      {oneLiner && (
        <p className="mt-1 line-clamp-2 text-pretty">
          <Marked text={plainText(oneLiner)} words={words} />
        </p>
      )}
      {ranked && passage && (
        <p className="mt-1.5 line-clamp-2 border-l-2 border-line pl-3 text-sm text-muted">
          <Marked text={plainText(passage)} words={words} />
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <span>
          {hackathon.name}
          {hackathon.startDate && ` · ${formatMonth(hackathon.startDate)}`}
        </span>
        {team.count > 0 && (
          <span className="inline-flex items-center gap-1">
            <Users className="size-3" aria-hidden="true" />
            {team.count}
            <span className="sr-only"> in the team</span>
          </span>
        )}
        {cluster && <span className="truncate">{cluster.label}</span>}
      </p>
    </article>
  );
}

/** Whether a passage begins with the words that are above it. */
const repeats = (passage: string, oneLiner: string): boolean => {
  const [shown, above] = [passage, oneLiner].map((text) => plainText(text).toLowerCase());
  return shown!.startsWith(above!.slice(0, 120));
};

interface ProjectListProps extends Omit<ProjectRowProps, "project"> {
  projects: readonly ProjectSearchResult[];
  /** Where no heading names the list. */
  label?: string;
}

export function ProjectList({ projects, label, ...row }: ProjectListProps) {
  const rows = projects.map((project) => <ProjectRow key={project.slug} project={project} {...row} />);
  const look = "overflow-hidden rounded-xl border border-line bg-surface";
  if (label === undefined) return <div className={look}>{rows}</div>;
  return (
    <section aria-label={label} className={look}>
      {rows}
    </section>
  );
}
